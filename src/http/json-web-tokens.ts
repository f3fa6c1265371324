/** JSON Web Tokens by `@elysiajs/jwt`, whose instances have one key each. */
import { jwt } from "@elysiajs/jwt";
import { Elysia, t } from "elysia";
import type { JWK, JWTVerifyOptions } from "jose";
import type { SigningKey } from "#core/ports/token-signing.ts";

/** Pinned: a token that names another algorithm is refused, whatever its signature. */
const alg = "EdDSA";
const iss = "dragoman";
const aud = "dragoman";

const REQUIRED = { algorithms: [alg], issuer: iss, audience: aud, requiredClaims: ["sub", "exp", "jti"] };
const schema = t.Object({ sub: t.String(), jti: t.String(), exp: t.Integer(), key: t.String(), epoch: t.Integer() });

/** Two instances for a pair of keys, since one half signs and the other verifies. */
export function tokensOf({ kid, privateJwk, publicJwk }: SigningKey) {
  // The id is a part of the plugin's name: Elysia takes two plugins of one name and seed for the same.
  const common = { alg, kid, iss, aud, schema } as const;
  const { signer } = new Elysia().use(jwt({ name: "signer", secret: privateJwk as JWK, ...common })).decorator;
  const { verifier } = new Elysia().use(jwt({ name: "verifier", secret: publicJwk as JWK, ...common })).decorator;
  return {
    signed: signer.sign,
    /** The claims of a token that is good at this date; false of every other. */
    goodAt: (token: string, currentDate: Date) =>
      verifier.verify(token, { ...REQUIRED, currentDate } as JWTVerifyOptions),
  };
}
