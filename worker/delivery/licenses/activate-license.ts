import type { Ctx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { cleanName } from "../../identity/sign-in/claims.ts";
import { decideActivation } from "./check-license.ts";
import { answerWith, type LicenseAnswer } from "./license-response.ts";
import { deleteActivationByFingerprint, putActivation } from "./store-checks.ts";

/**
 * Puts a device on a key. The same fingerprint is the same activation, however often it is asked for.
 * @param input.label what the owner will know the device by; a label or meta that is left out stays what it was
 */
export async function activateLicense(
  ctx: Ctx,
  input: {
    keyHash: string;
    fingerprint: string;
    product?: string;
    label?: string;
    meta?: Record<string, string | number | boolean>;
  },
): Promise<LicenseAnswer & { isNew: boolean }> {
  const { keyHash, fingerprint, product, label, meta } = input;
  const id = newId("act", ctx.now);
  const facts = await putActivation(
    ctx.db,
    { keyHash, fingerprint, product, now: ctx.now },
    { id, label: cleanName(label), meta: meta ? JSON.stringify(meta) : null },
  );
  const answer = answerWith(decideActivation(facts, ctx.now), facts);
  return { ...answer, isNew: answer.activation?.id === id };
}

/** Takes a device off a key, so that another has room: `DEACTIVATED`, `ACTIVATION_NOT_FOUND` or `NOT_FOUND`. */
export async function deactivateLicense(
  ctx: Ctx,
  input: { keyHash: string; fingerprint: string },
): Promise<LicenseAnswer> {
  const { facts, isDeleted } = await deleteActivationByFingerprint(ctx.db, {
    ...input,
    product: undefined,
    now: ctx.now,
  });
  if (!facts) return answerWith("NOT_FOUND", null);
  return {
    ...answerWith(isDeleted ? "DEACTIVATED" : "ACTIVATION_NOT_FOUND", facts),
    activation: null,
  };
}
