import { findMissingPermissions, newKeyUrl } from "../../stripe/permissions.ts";
import { ok, requestOptions, type Check } from "./check.ts";

export const EDIT_KEY_FIX =
  "In Stripe's dashboard, edit the key and enable what is missing. It works at once; nothing has to be deployed.";

/** Checks what the shop's key may do at Stripe, without changing anything there. */
export const keyCheck: Check = {
  id: "stripe_key",
  title: "Stripe key",
  async run(ctx) {
    const { secretKey, mode } = ctx.config.stripe;
    if (!secretKey.startsWith("rk_"))
      return {
        ...ok("The shop uses a secret key, which may do everything in the Stripe account."),
        fix: "A restricted key does less damage if it leaks. Create one and set it as STRIPE_SECRET_KEY.",
        link: {
          label: "Create a restricted key with the shop's permissions",
          url: newKeyUrl(mode),
        },
      };
    const missing = await findMissingPermissions(ctx.stripe, requestOptions);
    if (missing.length === 0)
      return ok("The restricted key has every permission that the shop needs.");
    const list = missing.map(({ label, level, use }) => `${label} (${level}), to ${use}`);
    return {
      state: "broken",
      message: `The restricted key lacks ${missing.length === 1 ? "a permission" : `${missing.length} permissions`}: ${list.join("; ")}.`,
      fix: EDIT_KEY_FIX,
      link: {
        label: "Open the API keys in Stripe's dashboard",
        url: `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}apikeys`,
      },
    };
  },
};
