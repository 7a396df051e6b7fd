import { z } from "zod";
import type { Ctx } from "../context.ts";
import { DAY, HOUR } from "../lib/time.ts";
import { defaultPolicy, type AccessPolicy } from "./policy.ts";
import { defineSetting, type SettingOf } from "../settings/define-setting.ts";

const pauseBehavior = z.enum(["void", "keep_as_draft", "mark_uncollectible"]);

/** The access policy as an owner enters it. `AccessPolicy` documents the fields. Saved by `savePolicy` only. */
export const policySettings = defineSetting({
  name: "policy",
  schema: () =>
    z.strictObject({
      pastDueGraceDays: z
        .int("Enter a whole number of days.")
        .min(0, "Must be 0 days or more.")
        .max(90, "Must be 90 days or fewer."),
      // Stripe charges about an hour after a period begins.
      lapseGraceHours: z
        .int("Enter a whole number of hours.")
        .min(2, "Must be at least 2 hours, because Stripe takes one hour to charge.")
        .max(336, "Must be 336 hours (14 days) or fewer."),
      openWhilePaused: z.array(pauseBehavior).max(3),
      buyersPause: pauseBehavior.nullable(),
    }),
  defaults: {
    pastDueGraceDays: defaultPolicy.pastDueGraceMs / DAY,
    lapseGraceHours: defaultPolicy.lapseGraceMs / HOUR,
    openWhilePaused: [...defaultPolicy.openWhilePaused],
    buyersPause: defaultPolicy.buyersPause,
  },
});

export type PolicySettings = SettingOf<typeof policySettings>;

/**
 * Reads the access policy. A sync reads it anew under its lease: with an outdated policy it would write wrong ends into
 * grants, and nothing would correct them. Access checks don't need the policy; they read the ends from the grants.
 */
export async function readAccessPolicy(ctx: Ctx): Promise<AccessPolicy> {
  return toAccessPolicy(await policySettings.read(ctx));
}

export function toAccessPolicy(input: PolicySettings): AccessPolicy {
  return {
    pastDueGraceMs: input.pastDueGraceDays * DAY,
    lapseGraceMs: input.lapseGraceHours * HOUR,
    openWhilePaused: input.openWhilePaused,
    buyersPause: input.buyersPause,
  };
}
