/** What kind of secret of ours somebody sent, by its form alone: nothing is looked up, so nothing tells whether it is a right one. */
import { AppError } from "../errors.ts";

export type CredentialKind = "access token" | "admin token" | "API key";

/** As `Authorization: Bearer …` has it; undefined for another header, or none. */
export function bearerIn(authorization: string | null): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

/** Of the last word of a header, whatever scheme stands before it; null for what has the form of none. */
export function credentialKindIn(authorization: string | null): CredentialKind | null {
  const word = authorization?.trim().split(/\s+/).at(-1) ?? "";
  if (word.startsWith("dgm_")) return "API key";
  if (word.startsWith("dga_")) return "admin token";
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(word) ? "access token" : null;
}

/** The API key that a header sends as a bearer token, right or wrong; null where it sends none. */
export function apiKeyIn(authorization: string | null): string | null {
  return credentialKindIn(authorization) === "API key" ? (bearerIn(authorization) ?? null) : null;
}

const EXCHANGE = 'POST /v1/auth with {"api_key": "…"}';

/** For whoever came to the apps' door without an access token. */
export function notAnAccessToken(authorization: string | null): AppError {
  switch (credentialKindIn(authorization)) {
    case "API key":
      return refused(
        `this is an API key and no access token: exchange it by ${EXCHANGE}, and send the \`access_token\` of the answer`,
      );
    case "admin token":
      return refused(
        `this is an admin token, which opens /admin/api alone: /v1 takes the access token of an app, from ${EXCHANGE}`,
      );
    default:
      return refused(
        `the header \`Authorization: Bearer <ACCESS_TOKEN>\` is missing or malformed: ${EXCHANGE} gives the token`,
      );
  }
}

/** For whoever came without either to a door that both open. */
export function notAKeyNorAToken(): AppError {
  return refused(
    "the header `Authorization: Bearer <API_KEY>` is missing or malformed: an app's API key begins with `dgm_`",
  );
}

/** For whoever came to the operator's door without the right token. */
export function notTheAdminToken(authorization: string | null): AppError {
  const kind = credentialKindIn(authorization);
  if (kind === "API key" || kind === "access token") {
    const what = kind === "API key" ? "an API key" : "an app's access token";
    return refused(
      `this is ${what}, which is for /v1: /admin/api takes the admin token that the first start has printed; \`dragoman admin-token reset\` makes another`,
    );
  }
  return refused("the header `Authorization: Bearer <ADMIN_TOKEN>` is missing or wrong, and nobody is signed in");
}

function refused(message: string): AppError {
  return new AppError("unauthorized", message);
}
