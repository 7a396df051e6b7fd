import type { Ctx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { DAY } from "../../lib/time.ts";
import type { Fulfillment, GrantWithBenefit } from "../../access/strategy.ts";
import { deriveKeys } from "./derive-keys.ts";
import { updateWaitingFor } from "../../access/store.ts";
import { insertKeyForGrant, assignKeyFromStock } from "./store.ts";

/**
 * Creates a key, or assigns one from the stock, unless the grant has one. Only the batch knows whether the user has a
 * name and the stock has a key, so the last statement sets what the grant waits for.
 */
export async function fulfillGrant(
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
        ? assignKeyFromStock({ ...terms, benefitId: benefit.id })
        : insertKeyForGrant({
            ...terms,
            id: newId("lic", ctx.now),
            candidates: deriveKeys(ctx, { grant, prefix: settings.prefix, position: 0 }),
            now: ctx.now,
          }),
      updateWaitingFor(terms),
    ],
    waitingFor: grant.waitingFor,
  };
}
