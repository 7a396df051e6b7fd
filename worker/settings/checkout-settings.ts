import { z } from "zod";
import { defineSetting } from "./define-setting.ts";

/** How buyers get to the payment. */
export const checkoutSettings = defineSetting({
  name: "checkout",
  schema: z.strictObject({
    /** Whether visitors can pay without signing in, and sign in after that (decision 121). */
    payFirst: z.boolean(),
  }),
  defaults: { payFirst: true },
});
