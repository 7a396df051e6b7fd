import { createHmac } from "node:crypto";

/** `t=…,v1=…`, one v1 per secret: two while an endpoint's secret rotates. `atSeconds` is the time of this attempt. */
export function signatureHeader(payload: string, secrets: string[], atSeconds: number): string {
  const signatures = secrets.map(
    (secret) =>
      `v1=${createHmac("sha256", secret).update(`${atSeconds}.${payload}`).digest("hex")}`,
  );
  return [`t=${atSeconds}`, ...signatures].join(",");
}
