import { z } from "zod";

/** The languages of Stripe's Checkout pages. `auto` is that of the browser. */
export const checkoutLocale = oneLocaleOf(
  `auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru
  sk sl sv th tr vi zh zh-HK zh-TW`,
);

/** The languages of the customer portal. */
export const portalLocale = oneLocaleOf(
  `auto bg cs da de el en en-AU en-CA en-GB en-IE en-IN en-NZ en-SG es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv
  ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW`,
);

function oneLocaleOf(list: string) {
  const locales = list.split(/\s+/);
  return z.enum(locales, { error: () => `must be one of ${locales.join(", ")}` });
}
