import type { SigningKey, TokenSigning } from "#core/ports/token-signing.ts";

/**
 * The library is loaded for the first token, as no start waits for it. It says of a token that it is good or not, and of a bad one
 * not why: an expired one is asked about again as of the beginning of time, when nothing had expired.
 */
export function tokenSigning(): TokenSigning {
  // By the key's identity: where a key is dropped, its instances go with it.
  const instances = new WeakMap<SigningKey, Promise<Tokens>>();
  const of = (key: SigningKey) => {
    const tokens = instances.get(key) ?? import("./json-web-tokens.ts").then(({ tokensOf }) => tokensOf(key));
    instances.set(key, tokens);
    return tokens;
  };
  return {
    signed: async (key, claims) => (await of(key)).signed({ ...claims }),
    keyIdOf,
    async proved(key, token, at) {
      const { goodAt } = await of(key);
      const claims = await goodAt(token, new Date(at));
      if (claims) return claims;
      return (await goodAt(token, new Date(0))) ? "expired" : "refused";
    },
  };
}

type Tokens = ReturnType<typeof import("./json-web-tokens.ts")["tokensOf"]>;

function keyIdOf(token: string): string | null {
  const [header = ""] = token.split(".");
  try {
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
    return typeof kid === "string" ? kid : null;
  } catch {
    // No header, no id: what is no token is told from a good one by whoever verifies it.
    return null;
  }
}
