import { z } from "zod";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { recordChange } from "../audit/record-change.ts";
import { findSetting, upsertSetting } from "./store.ts";

/** The rules for free trials that the seller can choose. Each user gets one trial in any case. */
export const trialSettings = z.strictObject({
  /** Whether a card that has had a free trial gets no other one, whoever uses it. */
  oneTrialPerCard: z.boolean(),
});

export type TrialSettings = z.output<typeof trialSettings>;

/** Returns the rules for free trials. */
export async function readTrialSettings(ctx: Ctx): Promise<TrialSettings> {
  const row = await findSetting(ctx.db, "trials");
  return {
    oneTrialPerCard: false,
    ...trialSettings
      .partial()
      .strip()
      .parse(row?.value ?? {}),
  };
}

/** Saves the rules for free trials. They apply to trials that start from now on. */
export async function saveTrialSettings(ctx: Ctx, input: TrialSettings): Promise<TrialSettings> {
  const before = await readTrialSettings(ctx);
  await commit(ctx.db, [
    upsertSetting(ctx.db, { name: "trials", value: input, updatedAt: ctx.now }),
    recordChange(ctx, { action: "settings.updated", targetId: "trials", before, after: input }),
  ]);
  return input;
}
