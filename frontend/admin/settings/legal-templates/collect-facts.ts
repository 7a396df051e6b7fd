import type { InferResponseType } from "hono/client";
import type { api } from "../../../http/client.ts";
import type { Locale } from "../../../../worker/shared/locales.ts";
import { listRetention } from "../../../../worker/shared/describe-retention.ts";
import { scheduleWords } from "../../../../worker/shared/retention-words.ts";
import { escapeText, type TemplateFacts } from "./fill-template.ts";
import { measuredAccessibility } from "./measured-accessibility.ts";

/** What the shop knows for its legal pages. */
export type LegalFacts = InferResponseType<(typeof api.admin.settings)["legal-facts"]["$get"]>;

/** Turns what the shop knows into what templates in a language name. */
export function collectFacts(facts: LegalFacts, locale: Locale, now: number): TemplateFacts {
  const { seller, origin, emailSender, days, signIn } = facts;
  const formatDay = (time: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(time);
  const words = scheduleWords[locale === "de" ? "de" : "en"];
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const country =
    seller.country === ""
      ? ""
      : (new Intl.DisplayNames([locale], { type: "region" }).of(seller.country) ?? "");
  return {
    name: escapeText(seller.name),
    street: escapeText(seller.street),
    postalCode: escapeText(seller.postalCode),
    city: escapeText(seller.city),
    country,
    email: facts.supportEmail ?? "",
    phone: escapeText(seller.phone),
    hasPhone: seller.phone !== "",
    vatId: seller.vatId,
    // A number without a country before it is the tax number, which no page asks for.
    hasVatId: /^[A-Z]{2}/.test(seller.vatId),
    inGermany: seller.country === "DE",
    origin,
    withdrawUrl: `${origin}/withdraw`,
    cancelUrl: `${origin}/cancel`,
    signIn: escapeText(list.format(signIn)),
    hasSignIn: signIn.length > 0,
    sendsByResend: emailSender === "resend",
    sendsByCloudflare: emailSender === "cloudflare",
    sendsByOther: emailSender === "other",
    soldByLink: facts.soldByLink,
    sessionDays: String(facts.sessionDays),
    retention: listRetention(words, days),
    axeVersion: measuredAccessibility.axeVersion,
    measuredOn: formatDay(Date.parse(measuredAccessibility.day)),
    today: formatDay(now),
  };
}
