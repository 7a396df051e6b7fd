import { createSecureContext, type SecureContext } from "node:tls";
import { generate, type GenerateResult } from "selfsigned";

/** Certificates for any host, of one authority that only this stand-in has. */
export type Certificates = {
  /** The authority's own certificate, in PEM. */
  authority: string;
  getContext(host: string): Promise<SecureContext>;
};

/** Creates an authority, which ends with the process. */
export async function createCertificates(): Promise<Certificates> {
  const authority = await generate([{ name: "commonName", value: "Cloudflare stand-in" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const contexts = new Map<string, Promise<SecureContext>>();
  return {
    authority: authority.cert,
    getContext(host) {
      const found = contexts.get(host) ?? createContext(host, authority);
      contexts.set(host, found);
      return found;
    },
  };
}

async function createContext(host: string, authority: GenerateResult): Promise<SecureContext> {
  const { private: key, cert } = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    algorithm: "sha256",
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: host }] },
    ],
  });
  return createSecureContext({ key, cert });
}
