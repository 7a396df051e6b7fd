import { findConsentSetupError, readConsentSettings } from "../../settings/consent-settings.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { ok, requestOptions, type Check } from "./check.ts";
import { countPricesWithoutTaxBehavior } from "./store.ts";

const tax: Check = {
  id: "tax",
  title: "Tax",
  async run(ctx) {
    const display = await readTaxDisplay(ctx);
    if (!display.isCalculated)
      return {
        state: "note",
        message: "Stripe calculates no tax: it is switched off in Settings.",
      };
    const [settings, registrations, unclear] = await Promise.all([
      ctx.stripe.tax.settings.retrieve({}, requestOptions),
      ctx.stripe.tax.registrations.list({ status: "active", limit: 100 }, requestOptions),
      countPricesWithoutTaxBehavior(ctx.db, ctx.config.stripe.mode),
    ]);
    if (settings.status !== "active")
      return {
        state: "broken",
        message:
          settings.head_office === null
            ? "Stripe does not know the address that you sell from, so every checkout fails."
            : "Stripe Tax is not set up, so every checkout fails.",
        fix: "Complete it in Stripe's dashboard under Tax, Settings, or switch tax off in Settings.",
      };
    const accountDefault = settings.defaults.tax_behavior;
    if (accountDefault === null && unclear > 0)
      return {
        state: "broken",
        message: `${unclear === 1 ? "One price does" : `${unclear} prices do`} not say whether tax is included, and neither does your Stripe account. Their checkouts fail.`,
        fix: "Choose a default in Stripe's dashboard under Tax, Settings.",
      };
    if (registrations.data.length === 0)
      return {
        state: "broken",
        message: "Stripe knows of no place where you are registered for tax, so it collects none.",
        fix: "Add your registrations in Stripe's dashboard under Tax, Registrations.",
      };
    if (accountDefault !== display.accountDefault && unclear > 0)
      return {
        state: "warning",
        message:
          "The default in your Stripe account, of whether prices include tax, has changed. The shop still says what it was before.",
        fix: "Save the tax settings once more.",
      };
    const countries = new Set(registrations.data.map(({ country }) => country));
    return ok(`Stripe collects tax in ${[...countries].toSorted().join(", ")}.`);
  },
};

const consent: Check = {
  id: "consent",
  title: "Consent at checkout",
  async run(ctx) {
    const { ask } = await readConsentSettings(ctx);
    if (ask === "none")
      return { state: "note", message: "Buyers are not asked to accept the terms of service." };
    return (await findConsentSetupError(ctx)) === null
      ? ok("Buyers accept the terms of service before they pay.")
      : {
          state: "broken",
          message: "Stripe does not know where your terms of service are, so every checkout fails.",
          fix: "Enter their URL in Stripe's dashboard under Settings, Business, Public details.",
        };
  },
};

export const taxChecks: Check[] = [tax, consent];
