import { resolvePriceTax } from "../catalog/price-tax.ts";
import type { Ctx } from "../context.ts";
import { judgeRule, type RuleState } from "../law/judge-rules.ts";
import { appliesOn, listRules, type RuleId, type Topic } from "../law/rules.ts";
import { toUtcDay } from "../lib/time.ts";
import type { LegalPage } from "../shared/legal-pages.ts";
import { consentSettings } from "../settings/consent-settings.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { lawSettings } from "../settings/law-settings.ts";
import { listLegalPages } from "../settings/legal-pages.ts";
import { readTaxDisplay } from "../settings/tax-settings.ts";
import { listPricesNotInclusive } from "./store.ts";

/** How many prices are looked at. */
const MAX_PRICES = 500;

/** A rule of law of a shop, and what the shop does about it. */
export type ShownRule = {
  id: RuleId;
  topic: Topic;
  /** The first UTC day on which it applies, `YYYY-MM-DD`; null for what has applied for long. */
  from: string | null;
  /** False: it applies only later. */
  applies: boolean;
  law: string;
  url: string;
  source: "primary" | "secondary";
  state: RuleState;
  /** The legal page that it asks for; null if it asks for something else. */
  page: LegalPage | null;
};

/** What the law asks of a shop. */
export type Law = {
  /** The country that the seller sells from; null if they have not said it. */
  seller: string | null;
  rules: ShownRule[];
  /** The products with prices that exclude tax; `rules` say whether that may be. */
  excludingTax: { id: string; name: string }[];
};

/** Returns the rules that apply to the shop, now or later, and what it does about each. */
export async function readLaw(ctx: Ctx): Promise<Law> {
  const [market, legalPages, excludingTax, { ask }, emails] = await Promise.all([
    lawSettings.read(ctx),
    listLegalPages(ctx),
    listProductsExcludingTax(ctx),
    consentSettings.read(ctx),
    emailSettings.read(ctx),
  ]);
  const facts = {
    pages: legalPages,
    excludesTax: excludingTax.length > 0,
    asksByKind: ask === "terms_and_waiver",
    announcesTrialEnd: emails.ending_soon,
    sendsEmail: ctx.config.auth.emailSender !== undefined,
  };
  const today = toUtcDay(ctx.now);
  return {
    seller: market.seller,
    excludingTax,
    rules: listRules(market).map((rule) => {
      const { id, topic, from, law, url, source } = rule;
      const state = judgeRule(rule, facts);
      const page = rule.topic === "page" ? rule.page : null;
      return { id, topic, from, law, url, source, state, page, applies: appliesOn(rule, today) };
    }),
  };
}

async function listProductsExcludingTax(ctx: Ctx): Promise<Law["excludingTax"]> {
  const [display, prices] = await Promise.all([
    readTaxDisplay(ctx),
    listPricesNotInclusive(ctx.db, ctx.config.stripe.mode, MAX_PRICES),
  ]);
  const found = prices.filter((price) => resolvePriceTax(display, price) === "exclusive");
  return [...new Map(found.map(({ productId: id, name }) => [id, { id, name }])).values()];
}
