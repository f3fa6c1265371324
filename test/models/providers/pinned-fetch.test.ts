import { afterAll, expect, test } from "bun:test";
import { fetchFrom } from "#models/language/pinned-fetch.ts";

/** Of `model.example`, good for a hundred years and for nothing but this test. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjT5vRgvuWRrsnsEx
6qsFCL2c+sqvI82loEYxHYBztZuhRANCAARcZW1E8qveSsGijTG36TNPKFun0jUc
m6zERynKlEWtmj59puM1wCvR5vNWeLSbOVXZV0w4AvkNfSFhj0BiPLPK
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUAjzPXhsorAlK1swrMUOh4qw3SGwwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNbW9kZWwuZXhhbXBsZTAgFw0yNjExMjIwMDE1MDRaGA8yMTI2
MTAyOTAwMTUwNFowGDEWMBQGA1UEAwwNbW9kZWwuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABFxlbUTyq95KwaKNMbfpM08oW6fSNRybrMRHKcqURa2a
Pn2m4zXAK9Hm81Z4tJs5VdlXTDgC+Q19IWGPQGI8s8qjbTBrMB0GA1UdDgQWBBTL
BICHWi9d1MHe3i1Lio83RXrFszAfBgNVHSMEGDAWgBTLBICHWi9d1MHe3i1Lio83
RXrFszAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDW1vZGVsLmV4YW1wbGUw
CgYIKoZIzj0EAwIDSQAwRgIhAPa/rztHcsXv8aHML1A0w0WXNagU+bwhJVpgFjTl
EDHfAiEA84K1XVyF1YhIPdM48yP4sk8yC9jpynlhWNBAJeRAVdU=
-----END CERTIFICATE-----
`;

const answer = (request: Request) => Response.json({ host: request.headers.get("host") });
const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
const secure = Bun.serve({ port: 0, hostname: "127.0.0.1", tls: { key: KEY, cert: CERTIFICATE }, fetch: answer });
afterAll(() => Promise.all([plain.stop(true), secure.stop(true)]));

const trusting = { tls: { ca: CERTIFICATE } };

test("asks the address, in the host's name", async () => {
  const response = await fetchFrom("127.0.0.1", new URL(`http://model.example:${plain.port}/v1`), {});
  expect(await response.json()).toEqual({ host: `model.example:${plain.port}` });
});

test("takes the host's certificate", async () => {
  const response = await fetchFrom("127.0.0.1", new URL(`https://model.example:${secure.port}/`), trusting);
  expect(await response.json()).toEqual({ host: `model.example:${secure.port}` });
});

test.each([
  ["another host's", `https://other.example:${secure.port}/`, trusting],
  ["one that nobody vouches for", `https://model.example:${secure.port}/`, {}],
])("and not %s", async (_, url, init) => {
  await expect(fetchFrom("127.0.0.1", new URL(url), init)).rejects.toThrow(/CERT|self signed/);
});
