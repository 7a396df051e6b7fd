import type { Ctx } from "../../context.ts";
import { hashLicenseKey, newLicenseKey } from "../../lib/license-key.ts";
import { newId } from "../../lib/ids.ts";
import { DAY } from "../../lib/time.ts";
import type { BenefitStrategy, Handover, Held } from "../../access/strategy.ts";
import { showLicenseKeys, type ShownLicenseKey } from "./show-license-keys.ts";
import { insertKeyOfGrant, settleWaiting, takeKeyFromStock } from "./store.ts";

export type { ShownLicenseKey } from "./show-license-keys.ts";

/** One living key for each grant. It is revoked and restored with its grant, of which it keeps no copy. */
export const licenseKeyBenefit: BenefitStrategy<"license_key", ShownLicenseKey> = {
  grant: handOver,
  revoke: async () => [],
  // The key is there and works again; where it was never handed over, it is now.
  restore: handOver,
  show: showLicenseKeys,
};

/**
 * Makes a key, or takes one from the stock, unless the grant has one. Whether there is a name and a key left is known
 * only when the batch runs: the last statement writes what the grant waits for by then.
 */
async function handOver(ctx: Ctx, { grant, benefit }: Held<"license_key">): Promise<Handover> {
  const { settings } = benefit;
  const { activationLimit, perSeat, usesLimit, expiresAfterDays, isNamed, isFromStock } = settings;
  const terms = {
    grantId: grant.id,
    isNamed: isNamed ?? false,
    activationLimit: activationLimit ?? null,
    perSeat: perSeat ?? false,
    usesLimit: usesLimit ?? null,
    expiresAt: expiresAfterDays === undefined ? null : ctx.now + expiresAfterDays * DAY,
  };
  const key = newLicenseKey(settings.prefix);
  return {
    statements: [
      isFromStock
        ? takeKeyFromStock(ctx.db, { ...terms, benefitId: benefit.id })
        : insertKeyOfGrant(ctx.db, {
            ...terms,
            id: newId("lic", ctx.now),
            key,
            keyHash: hashLicenseKey(key),
            now: ctx.now,
          }),
      settleWaiting(ctx.db, terms),
    ],
    waitingFor: grant.waitingFor,
  };
}
