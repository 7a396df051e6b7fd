import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { InferResponseType } from "hono/client";
import type { api } from "../../http/client.ts";
import { consolePaths } from "../frame/console-paths.ts";
import type { Status } from "../frame/label.tsx";

export type Law = InferResponseType<(typeof api.admin.settings.law.rules)["$get"]>;
type Rule = Law["rules"][number];

type Topic = {
  title: MessageDescriptor;
  /** Where the seller can do what is asked. */
  link?: { label: MessageDescriptor; href: string };
};

const legalPages = { label: msg`Legal pages`, href: consolePaths.legalSettings };
const emails = { label: msg`Emails`, href: consolePaths.emailSettings };

/** The topics in the order of the page. */
export const topics: Record<Rule["topic"], Topic> = {
  withdrawal_period: {
    title: msg`Right of withdrawal`,
    link: { label: msg`Orders`, href: consolePaths.orders },
  },
  withdrawal_function: { title: msg`Withdrawing online` },
  consent: { title: msg`Consent at checkout`, link: legalPages },
  button_words: { title: msg`Order button` },
  last_screen: { title: msg`Before buyers pay` },
  price_display: {
    title: msg`Prices with tax`,
    link: { label: msg`Products`, href: consolePaths.products },
  },
  cancellation: { title: msg`Canceling subscriptions` },
  renewal_notice: { title: msg`Notices before payments`, link: emails },
  price_change_notice: {
    title: msg`Notices of new prices`,
    link: { label: msg`Products`, href: consolePaths.products },
  },
  annual_notice: { title: msg`Yearly notice`, link: emails },
  page: { title: msg`Legal pages`, link: legalPages },
};

export const stateLabels: Record<Rule["state"], Status> = {
  done: { tone: "good", label: msg`Done` },
  missing: { tone: "warning", label: msg`Missing` },
  yours: { tone: "neutral", label: msg`Yours to do` },
};

/** What each rule asks of the seller. */
export const ruleCopy: Record<Rule["id"], MessageDescriptor> = {
  eu_withdrawal_period: msg`EU and EEA: consumers can withdraw for 14 days and get their money back. For digital content they can give up this right.`,
  uk_withdrawal_period: msg`United Kingdom: consumers can cancel for 14 days and get their money back. For digital content they can give up this right.`,
  br_withdrawal_period: msg`Brazil: consumers can change their mind for 7 days and get everything back.`,
  eu_withdrawal_function: msg`EU: a button to withdraw that is always there, works without signing in, and sends a receipt.`,
  eu_consent_content: msg`EU and EEA: before you deliver digital content, the buyer agrees that this ends the right of withdrawal, and you confirm it by email.`,
  eu_consent_service: msg`EU and EEA: before a membership or service begins, the buyer asks you to begin. Otherwise you can’t keep anything after a withdrawal.`,
  uk_consent_content: msg`United Kingdom: before you deliver digital content, the buyer agrees that this ends the right to cancel.`,
  uk_consent_service: msg`United Kingdom: before a membership or service begins, the buyer asks you to begin.`,
  eu_button_words: msg`EU and EEA: the last button says that the order costs money.`,
  de_button_words: msg`Germany: the last button says “zahlungspflichtig bestellen” or something as clear.`,
  uk_button_words: msg`United Kingdom: the last button says that the order costs money.`,
  eu_last_screen: msg`EU and EEA: product, total with tax, period and how to cancel stand right above the last button.`,
  uk_last_screen: msg`United Kingdom: product, total with tax, period and how to cancel stand right above the last button.`,
  jp_last_screen: msg`Japan: the last screen says quantity, total, later payments, when to pay, how to cancel, and any deadline.`,
  us_last_screen: msg`United States: before they pay, buyers see that a subscription renews, what it costs, and how to cancel.`,
  ca_renewal_notice: msg`California: 15 to 45 days before a yearly subscription renews, the customer gets a notice.`,
  ca_trial_notice: msg`California: 3 to 21 days before a free trial of more than 31 days ends, the customer gets a notice.`,
  uk_renewal_notice: msg`United Kingdom: a reminder before a subscription renews, a reasonable time ahead. The date is not certain.`,
  ca_price_change_notice: msg`California: 7 to 30 days before a new price applies, the customer hears of it.`,
  ca_annual_notice: msg`California: once a year, subscribers hear what they subscribe to, what it costs, and how to cancel.`,
  de_cancellation: msg`Germany: a button “Verträge hier kündigen” that works without signing in.`,
  fr_cancellation: msg`France: a button “résilier votre contrat” that needs no account.`,
  us_cancellation: msg`United States: customers can cancel online as simply as they subscribed.`,
  uk_cancellation: msg`United Kingdom: customers can leave a subscription easily online. The date is not certain.`,
  eu_imprint: msg`EU and EEA: a page with your name, address, email and registrations.`,
  de_imprint: msg`Germany: an “Impressum” that every page links to.`,
  eu_terms: msg`EU and EEA: your terms, which the buyer also gets by email.`,
  eu_privacy: msg`EU and EEA: a privacy policy.`,
  uk_privacy: msg`United Kingdom: a privacy policy.`,
  br_privacy: msg`Brazil: a privacy policy.`,
  eu_withdrawal_page: msg`EU and EEA: information about withdrawing, with the model form.`,
  uk_withdrawal_page: msg`United Kingdom: information about canceling, with the model form.`,
  eu_accessibility: msg`EU: a statement of how accessible the shop is. Service providers with fewer than 10 people and at most €2 million in sales are exempt.`,
  jp_sct: msg`Japan: a page with seller, address, phone, prices, payment, delivery and returns.`,
  br_decreto_7962: msg`Brazil: name, CNPJ or CPF, address and contact in a prominent place.`,
  eu_price_display: msg`EU and EEA: prices for consumers include tax.`,
  uk_price_display: msg`United Kingdom: prices for consumers include tax.`,
  jp_price_display: msg`Japan: prices for consumers include tax.`,
  br_price_display: msg`Brazil: prices for consumers include tax.`,
};
