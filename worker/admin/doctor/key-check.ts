import { findMissingPermissions, newKeyUrl } from "../../stripe/permissions.ts";
import type { Mode } from "../../config/config.ts";
import { DEPLOY_COMMAND, broken, requestOptions, ok, type Check, type Finding } from "./check.ts";
import { findCustomerAccount } from "./doctor.query.ts";

type MissingPermissions = Awaited<ReturnType<typeof findMissingPermissions>>;

export const EDIT_KEY_FIX =
  "In the Stripe dashboard, edit the key and enable the missing permissions. The change applies immediately; you don’t need to deploy.";

/** Checks what the shop's key may do at Stripe, without changing anything there. */
export const keyCheck: Check = {
  id: "stripe_key",
  title: "Stripe key",
  async run(ctx, stripe) {
    const { secretKey, mode } = ctx.config.stripe;
    const isRestricted = secretKey.startsWith("rk_");
    const missing = isRestricted ? await findMissingPermissions(ctx.stripe, requestOptions) : [];
    if (missing.length > 0) return describeMissing(missing, mode);
    const { account, isForeign } = await stripe.account();
    if (isForeign) {
      const former = await findCustomerAccount(ctx.db, mode);
      return broken(
        `The key belongs to the Stripe account ${account}, which doesn’t have the shop’s products.${former !== null && former !== account ? ` The shop’s customers are in ${former}.` : ""} Nothing can be sold with this key, and no customers are created in that account.`,
        "Set the key of the shop’s account as STRIPE_SECRET_KEY, then deploy. If the shop moves to this account, save each product in the console: that creates it there.",
        DEPLOY_COMMAND,
      );
    }
    if (!isRestricted)
      return {
        ...ok("The shop uses a secret key with full access to the Stripe account."),
        fix: "A restricted key is safer. Create one and set it as STRIPE_SECRET_KEY.",
        link: {
          label: "Create a restricted key with the shop’s permissions",
          url: newKeyUrl(mode),
        },
      };
    return ok("The restricted key has all required permissions.");
  },
};

function describeMissing(missing: MissingPermissions, mode: Mode): Finding {
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
}
