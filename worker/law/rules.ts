import { euCountries } from "../shared/country-codes.ts";
import type { LegalPage } from "../shared/legal-pages.ts";
import { eeaCountries, overlaps } from "./countries.ts";

/** What is sold: files, keys and pages that are delivered at once, or what is done over time. */
export type SoldKind = "content" | "service";

/** When a notice may be sent, in days before what it announces: at most `earliest`, at least `latest`. */
export type DaysBefore = { earliest: number; latest: number };

/** What the last screen before paying can have to show. */
export type LastScreenItem =
  | "what"
  | "total_with_tax"
  | "later_payments"
  | "trial_end"
  | "period"
  | "how_to_cancel"
  | "deadline";

/** What a rule asks for. */
export type Duty =
  /** Consumers may withdraw for so many days after the contract. `canWaive`: they can give that up for content. */
  | { topic: "withdrawal_period"; days: number; canWaive: boolean }
  /** A button to withdraw that is always there and works without signing in. */
  | { topic: "withdrawal_function" }
  /** Consent that delivery begins at once, with what that means for the right to withdraw. */
  | { topic: "consent"; kind: SoldKind }
  /** The words of the button say that the order costs money. */
  | { topic: "button_words" }
  | { topic: "last_screen"; items: readonly LastScreenItem[] }
  /** A notice before a renewal or the end of a trial, if the period or the trial is longer than `longerThan` days. */
  | {
      topic: "renewal_notice";
      before: "renewal" | "trial_end";
      longerThan: number;
      days: DaysBefore;
    }
  | { topic: "price_change_notice"; days: DaysBefore }
  /** Once a year: what is subscribed to, what it costs, and how to cancel. */
  | { topic: "annual_notice" }
  /** Canceling online. `withoutSignIn`: also by anybody who names the contract. */
  | { topic: "cancellation"; withoutSignIn: boolean }
  | { topic: "page"; page: LegalPage }
  /** Prices include tax wherever they are shown. */
  | { topic: "price_display" };

export type Topic = Duty["topic"];

/** A row of the table. It applies because of where buyers live, or because of where the seller is. */
type RuleRow = Duty & {
  id: string;
  where: { buyers: readonly string[] } | { seller: readonly string[] };
  /** The first UTC day on which it applies, `YYYY-MM-DD`; null for what has applied for long. */
  from: string | null;
  /** The name of the law, in its own language. */
  law: string;
  url: string;
  /** `primary`: read in the law itself. `secondary`: read about it, so it needs a check first. */
  source: "primary" | "secondary";
};

const consumerRights = "https://eur-lex.europa.eu/eli/dir/2011/83/oj";
const ukContracts = "https://www.legislation.gov.uk/uksi/2013/3134";
const ukSubscriptions = "https://www.legislation.gov.uk/ukpga/2024/13";
const california =
  "https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=BPC&sectionNum=17602";
const rosca = "https://www.law.cornell.edu/uscode/text/15/8403";
const japanTrade = "https://laws.e-gov.go.jp/law/351AC0000000057";

const allItems = [
  "what",
  "total_with_tax",
  "later_payments",
  "trial_end",
  "period",
  "how_to_cancel",
] as const;

/**
 * Every rule that Gatehouse knows. A new one is a row here, and its words in the console
 * (frontend/admin/settings/law-copy.ts). It is what engineers read, and no legal advice.
 */
const table = [
  {
    id: "eu_withdrawal_period",
    topic: "withdrawal_period",
    days: 14,
    canWaive: true,
    where: { buyers: eeaCountries },
    from: null,
    law: "Directive 2011/83/EU, Art. 9, 16(m)",
    url: consumerRights,
    source: "primary",
  },
  {
    id: "uk_withdrawal_period",
    topic: "withdrawal_period",
    days: 14,
    canWaive: true,
    where: { buyers: ["GB"] },
    from: null,
    law: "Consumer Contracts Regulations 2013, reg. 29, 30, 37",
    url: ukContracts,
    source: "secondary",
  },
  {
    id: "br_withdrawal_period",
    topic: "withdrawal_period",
    days: 7,
    canWaive: false,
    where: { buyers: ["BR"] },
    from: null,
    law: "Código de Defesa do Consumidor, art. 49",
    url: "https://www.planalto.gov.br/ccivil_03/leis/l8078compilado.htm",
    source: "secondary",
  },
  {
    id: "eu_withdrawal_function",
    topic: "withdrawal_function",
    where: { buyers: euCountries },
    from: "2026-06-19",
    law: "Directive 2011/83/EU, Art. 11a (Directive (EU) 2023/2673)",
    url: "https://eur-lex.europa.eu/eli/dir/2023/2673/oj",
    source: "secondary",
  },
  {
    id: "eu_consent_content",
    topic: "consent",
    kind: "content",
    where: { buyers: eeaCountries },
    from: null,
    law: "Directive 2011/83/EU, Art. 16(m)",
    url: consumerRights,
    source: "secondary",
  },
  {
    id: "eu_consent_service",
    topic: "consent",
    kind: "service",
    where: { buyers: eeaCountries },
    from: null,
    law: "Directive 2011/83/EU, Art. 8(8), 14(3), 16(a)",
    url: consumerRights,
    source: "secondary",
  },
  {
    id: "uk_consent_content",
    topic: "consent",
    kind: "content",
    where: { buyers: ["GB"] },
    from: null,
    law: "Consumer Contracts Regulations 2013, reg. 37",
    url: ukContracts,
    source: "secondary",
  },
  {
    id: "uk_consent_service",
    topic: "consent",
    kind: "service",
    where: { buyers: ["GB"] },
    from: null,
    law: "Consumer Contracts Regulations 2013, reg. 36",
    url: ukContracts,
    source: "secondary",
  },
  {
    id: "eu_button_words",
    topic: "button_words",
    where: { buyers: eeaCountries },
    from: null,
    law: "Directive 2011/83/EU, Art. 8(2)",
    url: consumerRights,
    source: "secondary",
  },
  {
    id: "de_button_words",
    topic: "button_words",
    where: { buyers: ["DE"] },
    from: null,
    law: "BGB § 312j Abs. 3",
    url: "https://www.gesetze-im-internet.de/bgb/__312j.html",
    source: "secondary",
  },
  {
    id: "uk_button_words",
    topic: "button_words",
    where: { buyers: ["GB"] },
    from: null,
    law: "Consumer Contracts Regulations 2013, reg. 14",
    url: ukContracts,
    source: "secondary",
  },
  {
    id: "eu_last_screen",
    topic: "last_screen",
    items: allItems,
    where: { buyers: eeaCountries },
    from: null,
    law: "Directive 2011/83/EU, Art. 6(1), 8(2)",
    url: consumerRights,
    source: "secondary",
  },
  {
    id: "uk_last_screen",
    topic: "last_screen",
    items: allItems,
    where: { buyers: ["GB"] },
    from: null,
    law: "Consumer Contracts Regulations 2013, reg. 14",
    url: ukContracts,
    source: "secondary",
  },
  {
    id: "jp_last_screen",
    topic: "last_screen",
    items: [...allItems, "deadline"],
    where: { buyers: ["JP"] },
    from: "2022-06-01",
    law: "特定商取引に関する法律 第12条の6",
    url: japanTrade,
    source: "secondary",
  },
  {
    id: "us_last_screen",
    topic: "last_screen",
    items: ["what", "later_payments", "trial_end", "period", "how_to_cancel"],
    where: { buyers: ["US"] },
    from: null,
    law: "Restore Online Shoppers’ Confidence Act, 15 U.S.C. § 8403",
    url: rosca,
    source: "secondary",
  },
  {
    id: "ca_renewal_notice",
    topic: "renewal_notice",
    before: "renewal",
    longerThan: 364,
    days: { earliest: 45, latest: 15 },
    where: { buyers: ["US-CA"] },
    from: null,
    law: "California Business and Professions Code § 17602(b)",
    url: california,
    source: "secondary",
  },
  {
    id: "ca_trial_notice",
    topic: "renewal_notice",
    before: "trial_end",
    longerThan: 31,
    days: { earliest: 21, latest: 3 },
    where: { buyers: ["US-CA"] },
    from: null,
    law: "California Business and Professions Code § 17602(b)",
    url: california,
    source: "secondary",
  },
  {
    id: "uk_renewal_notice",
    topic: "renewal_notice",
    before: "renewal",
    longerThan: 180,
    // The law says "a reasonable period"; these days are Gatehouse's choice until regulations say more.
    days: { earliest: 30, latest: 7 },
    where: { buyers: ["GB"] },
    from: "2027-04-01",
    law: "Digital Markets, Competition and Consumers Act 2024, Part 4, Chapter 2",
    url: ukSubscriptions,
    source: "secondary",
  },
  {
    id: "ca_price_change_notice",
    topic: "price_change_notice",
    days: { earliest: 30, latest: 7 },
    where: { buyers: ["US-CA"] },
    from: "2025-07-01",
    law: "California Business and Professions Code § 17602 (AB 2863)",
    url: california,
    source: "secondary",
  },
  {
    id: "ca_annual_notice",
    topic: "annual_notice",
    where: { buyers: ["US-CA"] },
    from: "2025-07-01",
    law: "California Business and Professions Code § 17602 (AB 2863)",
    url: california,
    source: "secondary",
  },
  {
    id: "de_cancellation",
    topic: "cancellation",
    withoutSignIn: true,
    where: { buyers: ["DE"] },
    from: "2022-07-01",
    law: "BGB § 312k",
    url: "https://www.gesetze-im-internet.de/bgb/__312k.html",
    source: "primary",
  },
  {
    id: "fr_cancellation",
    topic: "cancellation",
    withoutSignIn: true,
    where: { buyers: ["FR"] },
    from: "2023-06-01",
    law: "Code de la consommation, art. L. 215-1-1, D. 215-1",
    url: "https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006069565/",
    source: "secondary",
  },
  {
    id: "us_cancellation",
    topic: "cancellation",
    withoutSignIn: false,
    where: { buyers: ["US"] },
    from: null,
    law: "Restore Online Shoppers’ Confidence Act, 15 U.S.C. § 8403",
    url: rosca,
    source: "secondary",
  },
  {
    id: "uk_cancellation",
    topic: "cancellation",
    withoutSignIn: false,
    where: { buyers: ["GB"] },
    from: "2027-04-01",
    law: "Digital Markets, Competition and Consumers Act 2024, Part 4, Chapter 2",
    url: ukSubscriptions,
    source: "secondary",
  },
  {
    id: "eu_imprint",
    topic: "page",
    page: "imprint",
    where: { seller: eeaCountries },
    from: null,
    law: "Directive 2000/31/EC, Art. 5",
    url: "https://eur-lex.europa.eu/eli/dir/2000/31/oj",
    source: "secondary",
  },
  {
    id: "de_imprint",
    topic: "page",
    page: "imprint",
    where: { seller: ["DE"] },
    from: null,
    law: "DDG § 5",
    url: "https://www.gesetze-im-internet.de/ddg/__5.html",
    source: "secondary",
  },
  {
    id: "eu_terms",
    topic: "page",
    page: "terms",
    where: { buyers: eeaCountries },
    from: null,
    law: "Directive 2011/83/EU, Art. 6(1), 8(7)",
    url: consumerRights,
    source: "secondary",
  },
  {
    id: "eu_privacy",
    topic: "page",
    page: "privacy",
    where: { buyers: eeaCountries },
    from: null,
    law: "Regulation (EU) 2016/679 (GDPR), Art. 13",
    url: "https://eur-lex.europa.eu/eli/reg/2016/679/oj",
    source: "secondary",
  },
  {
    id: "uk_privacy",
    topic: "page",
    page: "privacy",
    where: { buyers: ["GB"] },
    from: null,
    law: "UK GDPR, Art. 13",
    url: "https://www.legislation.gov.uk/eur/2016/679",
    source: "secondary",
  },
  {
    id: "br_privacy",
    topic: "page",
    page: "privacy",
    where: { buyers: ["BR"] },
    from: null,
    law: "Lei nº 13.709/2018 (LGPD), art. 9",
    url: "https://www.planalto.gov.br/ccivil_03/_ato2015-2018/2018/lei/l13709.htm",
    source: "secondary",
  },
  {
    id: "eu_withdrawal_page",
    topic: "page",
    page: "withdrawal",
    where: { buyers: eeaCountries },
    from: null,
    law: "Directive 2011/83/EU, Art. 6(1)(h), Annex I",
    url: consumerRights,
    source: "secondary",
  },
  {
    id: "uk_withdrawal_page",
    topic: "page",
    page: "withdrawal",
    where: { buyers: ["GB"] },
    from: null,
    law: "Consumer Contracts Regulations 2013, Sch. 2, 3",
    url: ukContracts,
    source: "secondary",
  },
  {
    id: "eu_accessibility",
    topic: "page",
    page: "accessibility",
    where: { buyers: euCountries },
    from: "2025-06-28",
    law: "Directive (EU) 2019/882, Art. 13, Annex V",
    url: "https://eur-lex.europa.eu/eli/dir/2019/882/oj",
    source: "secondary",
  },
  {
    id: "jp_sct",
    topic: "page",
    page: "japan",
    where: { buyers: ["JP"] },
    from: null,
    law: "特定商取引に関する法律 第11条",
    url: japanTrade,
    source: "secondary",
  },
  {
    id: "br_decreto_7962",
    topic: "page",
    page: "brazil",
    where: { buyers: ["BR"] },
    from: null,
    law: "Decreto nº 7.962/2013, art. 2",
    url: "https://www.planalto.gov.br/ccivil_03/_ato2011-2014/2013/decreto/d7962.htm",
    source: "secondary",
  },
  {
    id: "eu_price_display",
    topic: "price_display",
    where: { buyers: eeaCountries },
    from: null,
    law: "Directive 2011/83/EU, Art. 6(1)(e); Directive 98/6/EC, Art. 2, 3",
    url: "https://eur-lex.europa.eu/eli/dir/1998/6/oj",
    source: "secondary",
  },
  {
    id: "uk_price_display",
    topic: "price_display",
    where: { buyers: ["GB"] },
    from: null,
    law: "Price Marking Order 2004; Consumer Contracts Regulations 2013, Sch. 2",
    url: "https://www.legislation.gov.uk/uksi/2004/102",
    source: "secondary",
  },
  {
    id: "jp_price_display",
    topic: "price_display",
    where: { buyers: ["JP"] },
    from: "2021-04-01",
    law: "消費税法 第63条",
    url: "https://laws.e-gov.go.jp/law/363AC0000000108",
    source: "secondary",
  },
  {
    id: "br_price_display",
    topic: "price_display",
    where: { buyers: ["BR"] },
    from: null,
    law: "Decreto nº 5.903/2006, art. 2, 3",
    url: "https://www.planalto.gov.br/ccivil_03/_ato2004-2006/2006/decreto/d5903.htm",
    source: "secondary",
  },
] as const satisfies readonly RuleRow[];

export type RuleId = (typeof table)[number]["id"];

/** A rule, with what it asks for. */
export type Rule = RuleRow & { id: RuleId };

export const rules: readonly Rule[] = table;

/** Where a shop sells: from which country, and to which places (`DE`, `US-CA`). Null: the seller has not said it. */
export type Market = { seller: string | null; buyers: "everywhere" | readonly string[] };

/** Returns the rules of a market in the order of the table, also those that apply only later. */
export function listRules({ seller, buyers }: Market): Rule[] {
  return rules.filter(({ where }) => {
    if ("seller" in where) return seller !== null && where.seller.includes(seller);
    if (buyers === "everywhere") return true;
    return where.buyers.some((place) => buyers.some((buyer) => overlaps(place, buyer)));
  });
}

/**
 * Returns the rules that apply on a day, in the order of the table.
 * @param input.on the UTC day, `YYYY-MM-DD` (`toUtcDay(ctx.now)`)
 */
export function findRules({ on, ...market }: Market & { on: string }): Rule[] {
  return listRules(market).filter((rule) => appliesOn(rule, on));
}

/** Whether a rule applies already on a UTC day, `YYYY-MM-DD`. */
export function appliesOn({ from }: Pick<Rule, "from">, on: string): boolean {
  return from === null || from <= on;
}

/** Returns the rules of one topic, with what is particular to it. */
export function findByTopic<Of extends Topic>(
  found: readonly Rule[],
  topic: Of,
): Extract<Rule, { topic: Of }>[] {
  return found.filter((rule): rule is Extract<Rule, { topic: Of }> => rule.topic === topic);
}

/** Whether one of the rules is about the topic. */
export function hasTopic(found: readonly Rule[], topic: Topic): boolean {
  return found.some((rule) => rule.topic === topic);
}

/**
 * Returns how long a consumer may withdraw from a contract, or null if no rule gives that right.
 * @param country of the buyer, as ISO 3166-1 alpha-2; null if it is not known, which gives the longest period
 * @param on the UTC day of the contract, `YYYY-MM-DD`
 */
export function findWithdrawalPeriod(
  country: string | null,
  on: string,
): { days: number; canWaive: boolean } | null {
  const buyers = country === null ? "everywhere" : [country];
  const [longest] = findByTopic(
    findRules({ seller: null, buyers, on }),
    "withdrawal_period",
  ).toSorted((one, other) => other.days - one.days);
  return longest ? { days: longest.days, canWaive: longest.canWaive } : null;
}
