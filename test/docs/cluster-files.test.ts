/** The files that run a cluster say what this program understands. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "#cli/commands.ts";
import { loadConfig } from "#config";
import { METRICS } from "#metrics/definitions.ts";
import { valkeyAddressOf } from "#storage/cluster/valkey/address.ts";
import manifest from "../../package.json";

const FOLDER = join(import.meta.dir, "../../packaging/cluster");
/** In the place of secrets that whoever runs it has. */
const SECRETS: Readonly<Record<string, string>> = {
  "node-url": "postgres://node:secret@database.example/dragoman",
  "owner-url": "postgres://owner:secret@database.example/dragoman",
  "valkey-url": "rediss://:secret@valkey.example:6379",
};

// biome-ignore lint/suspicious/noExplicitAny: of a document in YAML, whose shape is what is tested.
type Yaml = any;

function yamlIn(file: string): readonly Yaml[] {
  const parsed: unknown = Bun.YAML.parse(readFileSync(join(FOLDER, file), "utf8"));
  return Array.isArray(parsed) ? parsed : [parsed];
}

/** As compose fills it in: `${NAME:?}` is NAME of the environment, which has to be there. */
const filledIn = (text: string) => text.replace(/\$\{[A-Z_]+:\?\}/g, "secret");

/** Started with nothing on its command line but what the image has. */
function settingsOf(env: Readonly<Record<string, string>>) {
  return loadConfig({ env, readFile: () => null }).config;
}

function knows(words: readonly string[]): boolean {
  return COMMANDS.some(({ name }) => words.join(" ").startsWith(name));
}

describe("compose.yaml", () => {
  const [{ services }] = yamlIn("compose.yaml");
  const nodes = Object.entries<Yaml>(services).filter(([name]) => name.startsWith("node-"));
  const environmentOf = ({ environment }: Yaml): Record<string, string> =>
    Object.fromEntries(Object.entries<string>(environment).map(([name, value]) => [name, filledIn(value)]));

  test("starts three nodes with settings that the program takes", () => {
    expect(nodes).toHaveLength(3);
    for (const [, node] of nodes) {
      const { storage, server } = settingsOf(environmentOf(node));
      expect(storage.kind).toBe("cluster");
      expect(new URL(storage.postgresUrl.reveal()).hostname).toBe("postgres");
      expect(new URL(valkeyAddressOf(storage.valkeyUrl.reveal()).url).hostname).toBe("valkey");
      expect(server.trustedProxies).toEqual([services.balancer.networks.default.ipv4_address]);
    }
  });

  test("migrates before a node starts, by a command that there is", () => {
    expect(knows(services.migrate.command)).toBe(true);
    expect(Object.keys(services.migrate.environment)).toEqual(["DRAGOMAN_POSTGRES_OWNER_URL"]);
    for (const [, node] of nodes) {
      expect(node.depends_on.migrate.condition).toBe("service_completed_successfully");
      expect(node.image).toBe(services.migrate.image);
    }
  });

  test("sends requests to all nodes, and to nothing else", () => {
    const balancer = readFileSync(join(FOLDER, "nginx.conf"), "utf8");
    const upstream = [...balancer.matchAll(/^ *server ([a-z0-9-]+):8420/gm)].map(([, name]) => name);
    expect(upstream).toEqual(nodes.map(([name]) => name));
  });
});

describe("kubernetes.yaml", () => {
  const documents = yamlIn("kubernetes.yaml");
  const of = (kind: string): Yaml => documents.find((document) => document.kind === kind);
  const containerOf = (kind: string): Yaml => of(kind).spec.template.spec.containers[0];
  const environmentOf = (container: Yaml): Record<string, string> =>
    Object.fromEntries(
      container.env.map(({ name, value, valueFrom }: Yaml) => [name, value ?? SECRETS[valueFrom.secretKeyRef.key]]),
    );

  test("has nodes with settings that the program takes, which are gone before they are killed", () => {
    const { storage, server } = settingsOf(environmentOf(containerOf("Deployment")));
    expect(storage.kind).toBe("cluster");
    expect(storage.postgresUrl.reveal()).toBe(SECRETS["node-url"] as string);
    expect(valkeyAddressOf(storage.valkeyUrl.reveal()).tls).toEqual({ rejectUnauthorized: true });
    expect(of("Deployment").spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(server.drainSecondsMax);
  });

  test("migrates by a command that there is, with an address that no node has", () => {
    const { args, env } = containerOf("Job");
    expect(knows(args)).toBe(true);
    expect(env.map(({ name }: Yaml) => name)).toEqual(["DRAGOMAN_POSTGRES_OWNER_URL"]);
    expect(JSON.stringify(of("Deployment"))).not.toContain("owner-url");
  });

  test("gives no container more rights than it needs, and each its limits", () => {
    for (const kind of ["Job", "Deployment"]) {
      const { securityContext, automountServiceAccountToken } = of(kind).spec.template.spec;
      expect(securityContext.runAsNonRoot).toBe(true);
      expect(automountServiceAccountToken).toBe(false);
      const container = containerOf(kind).securityContext;
      expect(container).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
      expect(container.capabilities.drop).toEqual(["ALL"]);
    }
  });

  test("selects the same pods everywhere", () => {
    const labels = of("Deployment").spec.template.metadata.labels;
    expect(of("Deployment").spec.selector.matchLabels).toEqual(labels);
    expect(of("Service").spec.selector).toEqual(labels);
    expect(of("PodDisruptionBudget").spec.selector.matchLabels).toEqual(labels);
    expect(of("HorizontalPodAutoscaler").spec.scaleTargetRef.name).toBe(of("Deployment").metadata.name);
    expect(of("Deployment").spec.replicas).toBe(of("HorizontalPodAutoscaler").spec.minReplicas);
  });

  test("goes by figures that nodes have, where a Prometheus tells them", () => {
    const [scaler, { data }] = yamlIn("autoscale-by-questions.yaml");
    const { metrics, ...rest } = scaler.spec;
    const { metrics: byProcessor, ...before } = of("HorizontalPodAutoscaler").spec;
    // It takes the other's place, and does all that it did.
    expect([scaler.metadata, rest]).toEqual([of("HorizontalPodAutoscaler").metadata, before]);
    const [processor, { pods }, ...more] = metrics;
    expect([[processor], more]).toEqual([byProcessor, []]);
    expect(METRICS).toHaveProperty([pods.metric.name, "type"], "gauge");
    const { rules } = Bun.YAML.parse(data["config.yaml"]) as Yaml;
    expect(rules.map(({ seriesQuery }: Yaml) => seriesQuery.split("{")[0])).toEqual([pods.metric.name]);
  });

  test("asks for the version that this is", () => {
    const images = [
      containerOf("Job").image,
      containerOf("Deployment").image,
      yamlIn("compose.yaml")[0].services.migrate.image,
    ];
    expect(images).toEqual(images.map(() => `dragoman:${manifest.version}`));
    expect(of("Job").metadata.name).toBe(`dragoman-migrate-${manifest.version.replaceAll(".", "-")}`);
  });

  test("probes routes that there are", async () => {
    const { startupProbe, livenessProbe, readinessProbe } = containerOf("Deployment");
    const routes = readFileSync(join(FOLDER, "../../src/http/routes/health.ts"), "utf8");
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect(routes).toContain(`"${httpGet.path}"`);
  });
});
