/** Certificates for a server of this machine. */
import { join } from "node:path";

export interface Certificates {
  /** Of the authority that signed the server's, and of one that signed nothing. */
  readonly root: string;
  readonly other: string;
  /** Of the server, for localhost and no other name. */
  readonly server: string;
  readonly serverKey: string;
}

/** Writes them into a folder that is there, and says where each is. */
export function makeCertificates(folder: string): Certificates {
  const at = (name: string) => join(folder, name);
  const openssl = (...words: readonly string[]) => {
    const { exitCode, stderr } = Bun.spawnSync(["openssl", ...words], { stdout: "ignore", stderr: "pipe" });
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  const key = (name: string) => ["-newkey", "rsa:2048", "-nodes", "-keyout", at(`${name}.key`)];
  openssl("req", "-x509", ...key("root"), "-out", at("root.pem"), "-subj", "/CN=root", "-days", "2");
  openssl("req", "-x509", ...key("other"), "-out", at("other.pem"), "-subj", "/CN=other", "-days", "2");
  const authority = ["-CA", at("root.pem"), "-CAkey", at("root.key"), "-addext", "subjectAltName=DNS:localhost"];
  openssl("req", "-x509", ...key("server"), ...authority, "-out", at("server.pem"), "-subj", "/CN=x", "-days", "2");
  return { root: at("root.pem"), other: at("other.pem"), server: at("server.pem"), serverKey: at("server.key") };
}
