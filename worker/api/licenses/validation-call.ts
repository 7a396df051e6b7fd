import type { Ctx } from "../../context.ts";
import { doubt } from "../../db/replicas.ts";
import type { LicenseResponse } from "../../delivery/licenses/license-response.ts";
import { validateFields } from "../../delivery/licenses/schema.ts";
import { validateLicense } from "../../delivery/licenses/validate-license.ts";
import { LICENSE_CALL_BYTES, readText } from "../../http/body-limit.ts";
import { exposeAnswer } from "../../http/cors.ts";
import { answerJsonText, frequentCall } from "../../http/frequent-call.ts";
import { consumeRateLimit, limitAddress } from "../../http/rate-limit.ts";
import { digestHex } from "../../lib/crypto.ts";
import { digestLicenseKey } from "../../lib/license-key.ts";
import { nameRequest } from "../protocol/conventions.ts";

/** Longer ones are hashed to name a device to the rate limiter. */
const MAX_NAME_LENGTH = 64;

/**
 * Limits the requests of one device, whatever its address. Not those of a whole key: it may have thousands of seats,
 * and whoever knows a key could lock its users out.
 */
export async function limitDevice(
  env: Env,
  { keyHash, fingerprint }: { keyHash: string; fingerprint?: string | undefined },
): Promise<void> {
  if (fingerprint === undefined) return;
  const name = fingerprint.length > MAX_NAME_LENGTH ? await digestHex(fingerprint) : fingerprint;
  await consumeRateLimit(env.LICENSE_LIMIT, `license-key:${keyHash}:${name}`);
}

/** Validates a license for an app on a device. */
export async function validateOnDevice(
  ctx: Ctx,
  input: Parameters<typeof validateLicense>[1],
): Promise<LicenseResponse> {
  const answer = await validateLicense(ctx, input);
  if (!answer.valid) doubt(ctx.db);
  return answer;
}

/** `POST /api/v1/licenses/validate`. */
export const validationCall = frequentCall({
  method: "POST",
  path: "/api/v1/licenses/validate",
  isVisit: true,
  async read(request) {
    if (!/^application\/json *(?:;|$)/.test(request.headers.get("content-type") ?? ""))
      return undefined;
    const { success, data } = validateFields.safeParse(
      JSON.parse(await (readText(request, LICENSE_CALL_BYTES) ?? "")),
    );
    return success ? { request, body: data } : undefined;
  },
  async answer(ctx, env, { request, body: { key, ...body } }) {
    await limitAddress({ req: { raw: request }, env }, "LICENSE_LIMIT", "license");
    const input = { ...body, keyHash: await digestLicenseKey(key) };
    await limitDevice(env, input);
    return answerJsonText(JSON.stringify(await validateOnDevice(ctx, input)));
  },
  finish({ headers }, ctx) {
    nameRequest(headers, ctx);
    exposeAnswer(headers);
  },
});
