import type { I18n } from "@lingui/core";
import type { Ctx } from "../context.ts";
import { getFormats, type Formats } from "../shared/formats.ts";
import { getDirection, type AnyLocale } from "../shared/locales.ts";
import { eInvoiceSettings } from "../settings/e-invoice-settings.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { chooseEmailColors, type EmailColors } from "./email-colors.ts";
import { loadEmailI18n } from "./load-email-i18n.ts";
import { toSingleLine } from "../lib/single-line.ts";

/** The shop as emails show it. `origin` has no slash at its end. */
export type EmailShop = {
  name: string;
  origin: string;
  /** `saysName`: the picture shows the shop's name, which is then not written beside it. */
  logo: { url: string; saysName: boolean } | null;
  colors: EmailColors;
  /** The seller's name and address on one line; null if the shop does not know it. */
  seller: string | null;
  /** Where answers go. */
  supportEmail: string | null;
};

/** What every email is written with: the recipient's language and time zone, and the shop as it is now. */
export type EmailContext = {
  i18n: I18n;
  /** In the recipient's time zone. */
  formats: Formats;
  shop: EmailShop;
  /** Null if it is unknown. */
  userName: string | null;
  /** Turns reminders or news off (`email/email-choices.ts`); null if the recipient has no account. */
  unsubscribeUrl: string | null;
};

/** Reads what the text of an email depends on. Without a time zone (an IANA name), times are in UTC. */
export async function openEmailContext(
  ctx: Ctx,
  reader: {
    name: string | null;
    locale: AnyLocale;
    timeZone: string | null;
    unsubscribeUrl?: string;
  },
): Promise<EmailContext> {
  const { name, locale, timeZone, unsubscribeUrl = null } = reader;
  const formats = getFormats(locale, timeZone ?? "UTC");
  const [shop, i18n] = await Promise.all([readEmailShop(ctx, formats), loadEmailI18n(locale)]);
  return { i18n, formats, shop, userName: name, unsubscribeUrl };
}

/** Reads the shop's name, logo, colors, seller and contact address. */
async function readEmailShop(ctx: Ctx, formats: Formats): Promise<EmailShop> {
  const [settings, seller] = await Promise.all([readShopSettings(ctx), readSeller(ctx, formats)]);
  const { origin } = ctx.config;
  const { logo, logoSaysName } = settings;
  return {
    name: toSingleLine(settings.name),
    origin,
    // Outlook on Windows draws no WebP.
    logo:
      logo === null || logo.endsWith(".webp")
        ? null
        : { url: `${origin}/api/shop/logo/${logo}`, saysName: logoSaysName },
    colors: chooseEmailColors(settings),
    seller,
    supportEmail: settings.supportEmail,
  };
}

/** Reads who sells, as far as the seller has entered it for e-invoices. */
async function readSeller(ctx: Ctx, { country }: Formats): Promise<string | null> {
  const seller = await eInvoiceSettings.read(ctx);
  if (seller.name === "") return null;
  const { name, street, postalCode, city, country: code } = seller;
  const place = `${postalCode} ${city}`.trim();
  return [name, street, place, code && country(code)].filter((part) => part !== "").join(", ");
}

/**
 * Prepares a name or a code for a sentence: a single line, which keeps its own direction in a language that is written
 * from right to left.
 */
export function toName({ i18n }: Pick<EmailContext, "i18n">, text: string): string {
  const line = toSingleLine(text);
  return line !== "" && getDirection(i18n.locale) === "rtl" ? `\u2068${line}\u2069` : line;
}
