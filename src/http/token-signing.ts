import { jwt } from "@elysiajs/jwt";
import { Elysia, t } from "elysia";
import { decodeProtectedHeader, type JWK, type JWTVerifyOptions } from "jose";
import type { SigningKey, TokenSigning } from "#core/ports/token-signing.ts";

/** Pinned: a token that names another algorithm is refused, whatever its signature. */
const alg = "EdDSA";
const iss = "dragoman";
const aud = "dragoman";

const REQUIRED = { algorithms: [alg], issuer: iss, audience: aud, requiredClaims: ["sub", "exp", "jti"] };
const schema = t.Object({ sub: t.String(), jti: t.String(), exp: t.Integer(), key: t.String(), epoch: t.Integer() });

/**
 * Tokens by `@elysiajs/jwt`, whose instances have one key each: two for a pair, since one half signs and the other
 * verifies. It says of a token that it is good or not, and of a bad one not why: an expired one is asked about again as of
 * the beginning of time, when nothing had expired.
 */
export function tokenSigning(): TokenSigning {
  // By the key's identity: where a key is dropped, its instances go with it.
  const instances = new WeakMap<SigningKey, ReturnType<typeof instanceOf>>();
  const of = (key: SigningKey) => {
    const instance = instances.get(key) ?? instanceOf(key);
    instances.set(key, instance);
    return instance;
  };
  return {
    signed: (key, claims) => of(key).signer.sign({ ...claims }),
    keyIdOf: (token) => {
      try {
        return decodeProtectedHeader(token).kid ?? null;
      } catch {
        // No header, no id: what is no token is told from a good one by whoever verifies it.
        return null;
      }
    },
    async proved(key, token, at) {
      const { verifier } = of(key);
      const goodAt = (currentDate: Date) => verifier.verify(token, { ...REQUIRED, currentDate } as JWTVerifyOptions);
      const claims = await goodAt(new Date(at));
      if (claims) return claims;
      return (await goodAt(new Date(0))) ? "expired" : "refused";
    },
  };
}

function instanceOf({ kid, privateJwk, publicJwk }: SigningKey) {
  // The id is a part of the plugin's name: Elysia takes two plugins of one name and seed for the same.
  const common = { alg, kid, iss, aud, schema } as const;
  const signing = new Elysia().use(jwt({ name: "signer", secret: privateJwk as JWK, ...common }));
  const verifying = new Elysia().use(jwt({ name: "verifier", secret: publicJwk as JWK, ...common }));
  return { signer: signing.decorator.signer, verifier: verifying.decorator.verifier };
}
