import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { EmailSection } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import type { SoldKind } from "../../shared/sold-kinds.ts";
import { withdrawalUrl } from "./parts.ts";

/** A contract whose confirmation the law wants to be kept by the buyer (a durable medium). */
export type ContractFacts = {
  /** The order or subscription. */
  id: string;
  /** How long the buyer may withdraw; `canWaive`: they can give that up for content. */
  withdrawal: { days: number; canWaive: boolean };
  /** What the buyer agreed to at the checkout, as they saw it; null if nothing was asked. */
  consent: { kinds: SoldKind[]; text: string; at: number } | null;
  /** The terms of service that apply, in Markdown, and the page where this version stays; null if there are none. */
  terms: { text: string; url: string } | null;
};

/** Writes the parts of an email that confirm a contract: what was agreed to, the right of withdrawal, and the terms. */
export function writeContract(context: EmailContext, contract: ContractFacts): EmailSection[] {
  const { i18n, formats } = context;
  const { consent, terms } = contract;
  const sections: EmailSection[] = [];
  if (consent) {
    const date = formats.dateTime(consent.at);
    sections.push({
      heading: i18n._(msg`What you agreed to`),
      paragraphs: [i18n._(msg`You agreed to this on ${date}:`), toPlainText(consent.text)],
      link: null,
    });
  }
  sections.push(...writeWithdrawal(context, contract));
  if (terms)
    sections.push({
      heading: i18n._(msg`Terms of service`),
      paragraphs: toPlainText(terms.text).split(/\n{2,}/),
      link: { label: i18n._(msg`View these terms online`), url: terms.url },
    });
  return sections;
}

function writeWithdrawal(
  context: EmailContext,
  { id, withdrawal: { days, canWaive }, consent }: ContractFacts,
): EmailSection[] {
  const { i18n, shop } = context;
  const heading = i18n._(msg`Right of withdrawal`);
  const kinds = new Set(consent?.kinds);
  const isContentWaived = canWaive && kinds.has("content");
  if (isContentWaived && !kinds.has("service"))
    return [
      {
        heading,
        paragraphs: [
          i18n._(
            msg`You agreed to get the digital content at once, so you have no right to withdraw from this contract.`,
          ),
        ],
        link: null,
      },
    ];
  const email = shop.supportEmail;
  const information: MessageDescriptor[] = [
    msg`You can withdraw from this contract within ${days} days of concluding it, without giving a reason.`,
    email === null
      ? msg`To withdraw, tell us so clearly before the period ends, for example on the page below.`
      : msg`To withdraw, tell us so clearly before the period ends, for example on the page below or by email to ${email}.`,
    msg`We then refund what you paid within 14 days, by the same means of payment and without a fee.`,
  ];
  if (kinds.has("service"))
    information.push(
      msg`Because you asked for the service to begin at once, you pay for what was provided until you withdraw.`,
    );
  if (isContentWaived)
    information.push(msg`For the digital content in this contract, you have lost this right.`);
  return [
    {
      heading,
      paragraphs: information.map((text) => i18n._(text)),
      link: {
        label: i18n._(msg`Withdraw from this contract`),
        url: withdrawalUrl(shop.origin, id),
      },
    },
    // The form of the European Union, which no other law asks for.
    ...(canWaive ? [writeModelForm(context)] : []),
  ];
}

/**
 * Directive 2011/83/EU, Annex I (B). The wording is the law's own in the languages of the Union, and a translation in
 * the others.
 */
function writeModelForm(context: EmailContext): EmailSection {
  const { i18n, shop } = context;
  const name = toName(context, shop.name);
  const trader = shop.supportEmail === null ? name : `${name}, ${shop.supportEmail}`;
  const lines = [
    msg`To ${trader}:`,
    msg`I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*)/for the provision of the following service (*),`,
    msg`Ordered on (*)/received on (*),`,
    msg`Name of consumer(s),`,
    msg`Address of consumer(s),`,
    msg`Signature of consumer(s) (only if this form is notified on paper),`,
    msg({ message: `Date`, comment: "A line of the form to withdraw, filled in by hand" }),
  ];
  return {
    heading: i18n._(msg`Model withdrawal form`),
    paragraphs: [
      i18n._(msg`(complete and return this form only if you wish to withdraw from the contract)`),
      lines.map((line) => `— ${i18n._(line)}`).join("\n"),
      i18n._(msg`(*) Delete as appropriate.`),
    ],
    link: null,
  };
}

/** Makes the Markdown of a legal text readable as plain text. */
function toPlainText(markdown: string): string {
  return markdown
    .trim()
    .replaceAll("\r\n", "\n")
    .replace(/^#+ +/gm, "")
    .replace(/\*\*(.+?)\*\*/g, "$1")
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, "$1 ($2)");
}
