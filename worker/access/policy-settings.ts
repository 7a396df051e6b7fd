import { z } from "zod";
import type { Ctx } from "../context.ts";
import { DAY, HOUR } from "../lib/time.ts";
import { defaultPolicy, type AccessPolicy } from "./policy.ts";
import { findSetting } from "../settings/store.ts";

const pauseKind = z.enum(["void", "keep_as_draft", "mark_uncollectible"]);

/** The access policy as an owner writes it; what each means stands with `AccessPolicy`. */
export const policySettings = z.strictObject({
  pastDueGraceDays: z
    .int("Write a whole number of days.")
    .min(0, "At least 0 days.")
    .max(90, "At most 90 days."),
  // Stripe charges an hour after a period has begun, and is heard of soon after.
  lapseGraceHours: z
    .int("Write a whole number of hours.")
    .min(2, "At least 2 hours: Stripe takes one to charge.")
    .max(336, "At most 336 hours, which is 14 days."),
  openWhilePaused: z.array(pauseKind).max(3),
  buyersPause: pauseKind.nullable(),
});

export type PolicySettings = z.output<typeof policySettings>;

const defaults = policySettings.parse({
  pastDueGraceDays: defaultPolicy.pastDueGraceMs / DAY,
  lapseGraceHours: defaultPolicy.lapseGraceMs / HOUR,
  openWhilePaused: defaultPolicy.openWhilePaused,
  buyersPause: defaultPolicy.buyersPause,
});

export async function readPolicySettings(ctx: Ctx): Promise<PolicySettings> {
  const row = await findSetting(ctx.db, "policy");
  return {
    ...defaults,
    ...policySettings
      .partial()
      .strip()
      .parse(row?.value ?? {}),
  };
}

/**
 * The policy that access is judged by, in one indexed read and never from a cache: a sync that used an older one would
 * write ends that nothing corrects. Whoever only asks for access reads grants, which have their end.
 */
export async function readPolicy(ctx: Ctx): Promise<AccessPolicy> {
  return toPolicy(await readPolicySettings(ctx));
}

export function toPolicy(input: PolicySettings): AccessPolicy {
  return {
    pastDueGraceMs: input.pastDueGraceDays * DAY,
    lapseGraceMs: input.lapseGraceHours * HOUR,
    openWhilePaused: input.openWhilePaused,
    buyersPause: input.buyersPause,
  };
}
