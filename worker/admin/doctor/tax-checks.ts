import { readTaxDisplay, taxSettings } from "../../settings/tax-settings.ts";
import { findLinkRefusal } from "../../checkout/find-link-refusal.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { requestOptions, broken, note, ok, warning, type Check } from "./check.ts";
import { countPricesWithoutTaxBehavior } from "./doctor.query.ts";

const tax: Check = {
  id: "tax",
  title: "Tax",
  async run(ctx) {
    const display = await readTaxDisplay(ctx);
    if ((await taxSettings.read(ctx)).soldByLink)
      return note("Link sells for you, so it calculates, collects and files the tax.");
    if (!display.isCalculated) return note("Automatic tax is turned off in Settings.");
    const [settings, registrations, unclear] = await Promise.all([
      ctx.stripe.tax.settings.retrieve({}, requestOptions),
      ctx.stripe.tax.registrations.list({ status: "active", limit: 100 }, requestOptions),
      countPricesWithoutTaxBehavior(ctx.db, ctx.config.stripe.mode),
    ]);
    if (settings.status !== "active")
      return broken(
        settings.head_office === null
          ? "Your Stripe account has no business address for tax, so every checkout fails."
          : "Stripe Tax isn’t set up, so every checkout fails.",
        "Complete the setup in the Stripe dashboard under Tax → Settings, or turn off automatic tax in this shop’s settings.",
      );
    const accountDefault = settings.defaults.tax_behavior;
    if (accountDefault === null && unclear > 0)
      return broken(
        `${unclear === 1 ? "1 price doesn’t" : `${unclear} prices don’t`} specify whether tax is included, and your Stripe account has no default. Checkouts with ${unclear === 1 ? "this price" : "these prices"} fail.`,
        "Choose a default in the Stripe dashboard under Tax → Settings.",
      );
    if (registrations.data.length === 0)
      return broken(
        "Your Stripe account has no tax registrations, so no tax is collected.",
        "Add your registrations in the Stripe dashboard under Tax → Registrations.",
      );
    if (accountDefault !== display.accountDefault && unclear > 0)
      return warning(
        "Your Stripe account’s default for whether prices include tax has changed. The shop still shows the previous default.",
        "Save the tax settings again.",
      );
    const countries = new Set(registrations.data.map(({ country }) => country));
    return ok(`Stripe collects tax in ${[...countries].toSorted().join(", ")}.`);
  },
};

const seller: Check = {
  id: "seller",
  title: "Managed Payments",
  async run(ctx) {
    if ((await taxSettings.read(ctx)).soldByLink) {
      const refusal = await findLinkRefusal(ctx);
      return refusal === null
        ? ok("Link sells for you: it is the seller of new checkouts, and answers for their tax.")
        : broken(
            `Checkouts fail. ${refusal}`,
            "Or turn off “Link sells for you” in Settings → Tax.",
          );
    }
    const { data } = await ctx.stripe.checkout.sessions.list({ limit: 20 }, requestOptions);
    const soldByStripe = data.filter((session) => session.managed_payments?.enabled);
    if (soldByStripe.length === 0)
      return ok("Each checkout turns Stripe’s Managed Payments off, so you are the seller.");
    const isOurs = soldByStripe.some(({ metadata }) => fromMetadata(metadata).checkoutId);
    return (isOurs ? warning : note)(
      `Stripe’s Managed Payments sold ${soldByStripe.length} of the account’s ${data.length} latest checkouts, so for these Link is the seller, not you. Each new checkout of the shop turns it off, so that your prices, taxes and terms apply.`,
    );
  },
};

export const taxChecks: Check[] = [tax, seller];
