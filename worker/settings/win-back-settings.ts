import { z } from "zod";
import { failAt } from "../errors.ts";
import { defineSetting } from "./define-setting.ts";

/**
 * The offer that subscribers see once when they cancel. `months`: how long a discount lasts. A percentage, or an amount in
 * minor units, belongs to the kind of the same name; a pause has neither.
 */
export const winBackSettings = defineSetting({
  name: "win_back",
  schema: () =>
    z.strictObject({
      kind: z.enum(["none", "percent", "amount", "pause"]),
      percentOff: z.int().min(1).max(100).nullable(),
      amountOffMinor: z.int().min(1).max(99_999_999).nullable(),
      currency: z
        .string()
        .regex(/^[a-z]{3}$/, "Enter a currency, such as usd.")
        .nullable(),
      months: z.int().min(1).max(24),
    }),
  defaults: { kind: "none", percentOff: null, amountOffMinor: null, currency: null, months: 3 },
  beforeSave: async (_ctx, { after }) => {
    if (after.kind === "percent" && after.percentOff === null)
      throw failAt("percentOff", "Enter a percentage from 1 to 100.");
    if (after.kind !== "amount") return;
    if (after.amountOffMinor === null) throw failAt("amountOffMinor", "Enter an amount.");
    if (after.currency === null) throw failAt("currency", "Enter a currency, such as usd.");
  },
});
