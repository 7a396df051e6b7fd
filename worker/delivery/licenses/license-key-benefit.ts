import type { Ctx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { DAY } from "../../lib/time.ts";
import type { BenefitStrategy, Fulfillment, GrantWithBenefit } from "../../access/strategy.ts";
import { deriveKeys } from "./derive-keys.ts";
import { showLicenseKeys, type LicenseKeyView } from "./show-license-keys.ts";
import { updateWaitingFor } from "../../access/store.ts";
import { insertKeyForGrant, assignKeyFromStock } from "./store.ts";

export type { LicenseKeyView } from "./show-license-keys.ts";

/** How many activations a key has, in total or per seat; null if there is no limit. */
export type LicenseKeyDetail = { activations: { amount: number; perSeat: boolean } | null };

/** Each grant has one current key. The key stores no revocation of its own; it is valid while its grant is in force. */
export const licenseKeyBenefit: BenefitStrategy<"license_key", LicenseKeyView, LicenseKeyDetail> = {
  grant: fulfillGrant,
  revoke: async () => [],
  // An existing key works again. If the grant never got one, it gets one now.
  restore: fulfillGrant,
  show: showLicenseKeys,
  describe: async (_ctx, benefits) =>
    new Map(
      benefits.map(({ id, settings: { activationLimit: amount, perSeat = false } }) => [
        id,
        { activations: amount === undefined ? null : { amount, perSeat } },
      ]),
    ),
};

/**
 * Creates a key, or assigns one from the stock, unless the grant has one. Only the batch knows whether the user has a
 * name and the stock has a key, so the last statement sets what the grant waits for.
 */
async function fulfillGrant(
  ctx: Ctx,
  { grant, benefit }: GrantWithBenefit<"license_key">,
): Promise<Fulfillment> {
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
  return {
    statements: [
      isFromStock
        ? assignKeyFromStock(ctx.db, { ...terms, benefitId: benefit.id })
        : insertKeyForGrant(ctx.db, {
            ...terms,
            id: newId("lic", ctx.now),
            candidates: deriveKeys(ctx, { grant, prefix: settings.prefix, position: 0 }),
            now: ctx.now,
          }),
      updateWaitingFor(ctx.db, terms),
    ],
    waitingFor: grant.waitingFor,
  };
}
