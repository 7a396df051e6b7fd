import { createHmac } from "node:crypto";

/** Builds a `Stripe-Signature` header: `t=…` and one `v1=…` per secret. `atSeconds` is the time of this attempt. */
export function buildSignatureHeader(
  payload: string,
  secrets: string[],
  atSeconds: number,
): string {
  const signatures = secrets.map(
    (secret) =>
      `v1=${createHmac("sha256", secret).update(`${atSeconds}.${payload}`).digest("hex")}`,
  );
  return [`t=${atSeconds}`, ...signatures].join(",");
}
