/** What is inside an executable, as CycloneDX (https://cyclonedx.org, ECMA-424), for programs that look for known weaknesses. */
import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import type { Notice } from "#cli/notices.ts";

interface Described {
  readonly version: string;
  /** Name of the target, and SHA-256 of the executable in hex. */
  readonly target: string;
  readonly sha256: string;
  /** As `dragoman licenses` tells it; Dragoman itself first. */
  readonly notices: readonly Notice[];
}

/** The document, as JSON. It names no time and no random number: the same executable has the same document. */
export function billOfMaterials({ version, target, sha256, notices }: Described): string {
  const [own, ...parts] = notices;
  if (!own) throw new Error("nobody knows what is inside: run the setup again");
  const product = componentOf(own, Enums.ComponentType.Application);
  product.version = version;
  product.hashes.set(Enums.HashAlgorithm["SHA-256"], sha256);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: product }),
    components: new Models.ComponentRepository(parts.map((part) => componentOf(part, typeOf(part)))),
  });
  for (const component of bom.components) product.dependencies.add(component.bomRef);
  bom.metadata.properties.add(new Models.Property("dragoman:target", target));
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf({ name, version, license }: Notice, type: Enums.ComponentType): Models.Component {
  const component = new Models.Component(type, name, { bomRef: version === "" ? name : `${name}@${version}` });
  if (version !== "") component.version = version;
  if (isPackage(name) && version !== "") component.purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  component.licenses.add(licenseOf(license));
  return component;
}

function licenseOf(license: string): Models.SpdxLicense | Models.NamedLicense {
  return SPDX.isSupportedSpdxId(license) ? new Models.SpdxLicense(license) : new Models.NamedLicense(license);
}

/** Names of npm are of lower case; what is none is called in words. */
function isPackage(name: string): boolean {
  return /^(@[a-z0-9-]+\/)?[a-z0-9._-]+$/.test(name) && name !== "models";
}

function typeOf({ name }: Notice): Enums.ComponentType {
  if (name === "models") return Enums.ComponentType.MachineLearningModel;
  return name === "Bun" ? Enums.ComponentType.Platform : Enums.ComponentType.Library;
}
