import type { Ctx, UserCtx } from "../../context.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { newId } from "../../lib/ids.ts";
import { cleanName } from "../../identity/sign-in/claims.ts";
import { checkActivation } from "./check-license.ts";
import { toLicenseResponse, type LicenseResponse } from "./license-response.ts";
import { deleteActivationByFingerprint, upsertActivation } from "./store-checks.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { deleteOwnActivation } from "./store.ts";

/**
 * Activates a key on a device. Activating the same fingerprint again returns the same activation.
 * @param input.label a device name for the user; an omitted label or meta keeps its value
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
): Promise<LicenseResponse & { isNew: boolean }> {
  const { keyHash, fingerprint, product, label, meta } = input;
  const id = newId("act", ctx.now);
  const facts = await upsertActivation(
    ctx.db,
    { keyHash, fingerprint, product, mode: ctx.config.stripe.mode, now: ctx.now },
    { id, label: cleanName(label), meta: meta ? JSON.stringify(meta) : null },
    recordEvents(ctx, { licenseKeyHash: keyHash }),
  );
  const answer = toLicenseResponse(checkActivation(facts, ctx.now), facts);
  return { ...answer, isNew: answer.activation?.id === id };
}

/** Deactivates a key on a device. The code is `DEACTIVATED`, `ACTIVATION_NOT_FOUND` or `NOT_FOUND`. */
export async function deactivateLicense(
  ctx: Ctx,
  input: { keyHash: string; fingerprint: string },
): Promise<LicenseResponse> {
  const { facts, isDeleted } = await deleteActivationByFingerprint(
    ctx.db,
    { ...input, product: undefined, mode: ctx.config.stripe.mode, now: ctx.now },
    recordEvents(ctx, { licenseKeyHash: input.keyHash }),
  );
  if (!facts) return toLicenseResponse("NOT_FOUND", null);
  return {
    ...toLicenseResponse(isDeleted ? "DEACTIVATED" : "ACTIVATION_NOT_FOUND", facts),
    activation: null,
  };
}

/**
 * Deactivates one of the user's own keys on a device.
 * @throws `not_found`
 */
export async function removeOwnActivation(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { userId } = ctx.actor;
  // oxlint-disable-next-line gatehouse/record-change -- the user’s own choice
  const [deletion] = await commit(ctx.db, [
    deleteOwnActivation(ctx.db, { ...input, userId }),
    ...recordEvents(ctx, { userId, kinds: ["license"] }),
  ]);
  if (deletion?.meta.changes === 0)
    throw fail("not_found", { reason: "no activation of this user" });
}
