import { z } from "zod";
import { defineSetting } from "./define-setting.ts";

/** How buyers get to the payment. */
export const checkoutSettings = defineSetting({
  name: "checkout",
  schema: () =>
    z.strictObject({
      /** Whether visitors can pay without signing in, and sign in after that (decision 121). */
      payFirst: z.boolean(),
      /** For how many hours nobody else can have a seat that somebody gave back or lost; 0 for none (decision 122). */
      seatPauseHours: z
        .int("A whole number, from 0 to 2,160")
        .min(0, "Must be at least 0.")
        .max(2160, "2,160 hours at most: 90 days"),
    }),
  defaults: { payFirst: true, seatPauseHours: 0 },
});
