import { findMissingPermissions, newKeyUrl } from "../../stripe/permissions.ts";
import { requestOptions, ok, type Check } from "./check.ts";

export const EDIT_KEY_FIX =
  "In the Stripe dashboard, edit the key and enable the missing permissions. The change applies immediately; you don’t need to deploy.";

/** Checks what the shop's key may do at Stripe, without changing anything there. */
export const keyCheck: Check = {
  id: "stripe_key",
  title: "Stripe key",
  async run(ctx) {
    const { secretKey, mode } = ctx.config.stripe;
    if (!secretKey.startsWith("rk_"))
      return {
        ...ok("The shop uses a secret key with full access to the Stripe account."),
        fix: "A restricted key is safer. Create one and set it as STRIPE_SECRET_KEY.",
        link: {
          label: "Create a restricted key with the shop’s permissions",
          url: newKeyUrl(mode),
        },
      };
    const missing = await findMissingPermissions(ctx.stripe, requestOptions);
    if (missing.length === 0) return ok("The restricted key has all required permissions.");
    const list = missing.map(({ label, level, use }) => `${label} (${level}), to ${use}`);
    return {
      state: "broken",
      message: `The restricted key is missing ${missing.length === 1 ? "a permission" : `${missing.length} permissions`}: ${list.join("; ")}.`,
      fix: EDIT_KEY_FIX,
      link: {
        label: "View API keys in Stripe",
        url: `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}apikeys`,
      },
    };
  },
};
