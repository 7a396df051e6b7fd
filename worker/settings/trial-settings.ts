import { z } from "zod";
import { defineSetting } from "./define-setting.ts";

/** The rules for free trials that the seller can choose. Each user gets one trial in any case. */
export const trialSettings = defineSetting({
  name: "trials",
  schema: () =>
    z.strictObject({
      /** Whether a card that has had a free trial gets no other one, for any user. */
      oneTrialPerCard: z.boolean(),
    }),
  defaults: { oneTrialPerCard: false },
});
