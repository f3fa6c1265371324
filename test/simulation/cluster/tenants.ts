/** The apps of a simulated cluster. */
import { newApiKey } from "#core/access/api-key.ts";
import { contentHashOf } from "#core/json.ts";
import type { AppId, KeyId, Plan } from "#core/tenant.ts";
import type { Node } from "./node.ts";
import { AppTruth, Register, Switch } from "./oracle.ts";

export const PLANS: Readonly<Record<string, Plan>> = {
  roomy: { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000_000 },
  tight: { requestsPerMinute: 1_000_000, requestsPerMonth: 400 },
  hurried: { requestsPerMinute: 10, requestsPerMonth: 1_000_000 },
};
export const SETS = ["lights", "heating"] as const;
export const ALIAS = "main";
const ALIASES_MAX = 100;

/** An app, its keys, and what is true of it. */
export interface Tenant {
  readonly truth: AppTruth;
  readonly plan: keyof typeof PLANS;
  key: { readonly id: KeyId; readonly text: string; readonly isGood: Switch };
  /** Of each question that is repeated under a key: what was told first. */
  readonly told: Map<string, string>;
  /** Of answers that are remembered: the questions for which a model is being asked. */
  readonly asking: Set<string>;
  /** How often its plan was changed: what a month was given may be below what is used. */
  readonly changesPlan: boolean;
  writings: number;
}

interface TenantOptions {
  readonly name: string;
  readonly plan: keyof typeof PLANS;
  readonly isKeyed?: boolean;
  readonly changesPlan?: boolean;
}

export const TENANTS: readonly TenantOptions[] = [
  { name: "roomy", plan: "roomy" },
  { name: "tight", plan: "tight" },
  { name: "hurried", plan: "hurried" },
  { name: "keyed", plan: "roomy", isKeyed: true },
  { name: "changing", plan: "roomy", changesPlan: true },
];

/** Made on a node, before anything goes wrong. */
export async function createTenant(node: Node, options: TenantOptions): Promise<Tenant> {
  const id = `app_${options.name.padEnd(20, "0")}` as AppId;
  const truth = new AppTruth(id, options.name, options.isKeyed ?? false);
  const { name, plan } = options;
  await node.storage.apps.create({ id, name, plan, status: "active", epoch: 1, createdAt: Date.now() });
  const tenant: Tenant = {
    ...{ truth, plan, told: new Map(), asking: new Set(), changesPlan: options.changesPlan ?? false, writings: 0 },
    key: await newKey(node, id),
  };
  for (const signature of SETS) {
    truth.sets.set(signature, new Register());
    await write(node, tenant, signature);
  }
  await putAlias(node, tenant, SETS[0]);
  return tenant;
}

export async function newKey(node: Node, app: AppId): Promise<Tenant["key"]> {
  const { id, text, secretHash } = newApiKey();
  await node.storage.keys.create({
    id,
    app,
    name: "key",
    secretHash,
    createdAt: Date.now(),
    expiresAt: null,
    revokedAt: null,
  });
  return { id, text, isGood: new Switch(true) };
}

export async function write(node: Node, tenant: Tenant, signature: string): Promise<void> {
  const { truth } = tenant;
  const register = truth.sets.get(signature);
  if (!register) throw new Error(`there is no set ${signature}`);
  tenant.writings += 1;
  const text = `${truth.name}/${signature}/${tenant.writings}`;
  const definition = { tools: [{ name: "switch", description: text }], requireEvidence: false };
  const draft = { name: signature, description: text, definition, contentHash: contentHashOf(definition) };
  register.begin(text);
  const { definitions } = node.storage;
  if (register.floor === 0) {
    const created = await definitions.create(truth.id, "toolset", signature, draft, Date.now());
    if (created) register.acknowledge(text, created.revision);
    return;
  }
  const replaced = await definitions.replace(truth.id, "toolset", signature, draft, Date.now(), null);
  if (typeof replaced === "string") throw new Error(`the set ${signature} is ${replaced}`);
  register.acknowledge(text, replaced.set.revision);
}

export async function putAlias(node: Node, { truth }: Tenant, signature: string): Promise<void> {
  truth.alias.begin(signature);
  const draft = { kind: null, sides: [{ signature, percent: 100 }] } as const;
  const put = await node.storage.aliases.put(truth.id, ALIAS, draft, Date.now(), null, ALIASES_MAX);
  if ("refused" in put) throw new Error(`the alias was refused: ${put.refused}`);
  truth.alias.acknowledge(signature, put.revision);
}
