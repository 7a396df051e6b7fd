import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { sourceLocale } from "../../../worker/shared/locales.ts";
import { formatsOf } from "../../i18n/formats-of.ts";

/**
 * What the Worker says about refused fields, with its messages. The text in English is what finds the message: the same
 * answers go to other programs, so they have no language.
 */
export const fieldErrors: [text: string, message: MessageDescriptor][] = [
  ["A whole number, from 1 to 10,000", msg`A whole number, from 1 to 10,000`],
  ["Add a price first. It can be 0.", msg`Add a price first. It can be 0.`],
  ["Another active discount uses this code.", msg`Another active discount uses this code.`],
  [
    "Another page uses this URL, or used it before.",
    msg`Another page uses this URL, or used it before.`,
  ],
  [
    "At most {limit} characters, with what the law needs.",
    msg({ message: "At most {limit} characters, with what the law needs." }),
  ],
  ["At most {limit} characters", msg({ message: "At most {limit} characters" })],
  ["At most {limit} characters.", msg({ message: "At most {limit} characters." })],
  ["At most {limit} origins.", msg({ message: "At most {limit} origins." })],
  ["Choose a country.", msg`Choose a country.`],
  ["Choose a date in the future.", msg`Choose a date in the future.`],
  ["Choose a time in the future.", msg`Choose a time in the future.`],
  [
    "Choose an active price of this product with the same interval and currency.",
    msg`Choose an active price of this product with the same interval and currency.`,
  ],
  ["Choose at least one country.", msg`Choose at least one country.`],
  [
    "Choose products that have been published before.",
    msg`Choose products that have been published before.`,
  ],
  ["Choose the contract first.", msg`Choose the contract first.`],
  ["E-invoices must say this.", msg`E-invoices must say this.`],
  [
    "E-invoices name your contact address. Enter it under Shop first.",
    msg`E-invoices name your contact address. Enter it under Shop first.`,
  ],
  ["Each benefit can be added only once.", msg`Each benefit can be added only once.`],
  [
    "Enter a color like #0b7285 or oklch(50% 0.1 220).",
    msg`Enter a color like #0b7285 or oklch(50% 0.1 220).`,
  ],
  ["Enter a message.", msg`Enter a message.`],
  ["Enter a name.", msg`Enter a name.`],
  ["Enter a number of months.", msg`Enter a number of months.`],
  ["Enter a number of redemptions.", msg`Enter a number of redemptions.`],
  ["Enter a percentage.", msg`Enter a percentage.`],
  ["Enter a subject.", msg`Enter a subject.`],
  ["Enter a text or leave it blank.", msg`Enter a text or leave it blank.`],
  [
    "Enter a three-letter currency code, such as usd.",
    msg`Enter a three-letter currency code, such as usd.`,
  ],
  ["Enter a title.", msg`Enter a title.`],
  [
    "Enter a URL that starts with https://, or upload a picture.",
    msg`Enter a URL that starts with https://, or upload a picture.`,
  ],
  ["Enter a URL that starts with https://.", msg`Enter a URL that starts with https://.`],
  ["Enter a VAT id such as DE123456789.", msg`Enter a VAT id such as DE123456789.`],
  ["Enter a whole number of days.", msg`Enter a whole number of days.`],
  ["Enter a whole number.", msg`Enter a whole number.`],
  ["Enter an amount.", msg`Enter an amount.`],
  [
    "Enter an email address like {example}.",
    msg({ message: "Enter an email address like {example}." }),
  ],
  ["Enter both a start and an end date.", msg`Enter both a start and an end date.`],
  [
    "Enter only the origin, such as https://app.example.com, without a path.",
    msg`Enter only the origin, such as https://app.example.com, without a path.`,
  ],
  [
    "Fill in or delete what is in double brackets: {gap}",
    msg({ message: "Fill in or delete what is in double brackets: {gap}" }),
  ],
  [
    "First turn on e-invoices under Settings → Tax.",
    msg`First turn on e-invoices under Settings → Tax.`,
  ],
  [
    "In {scheme} mode, this color has a contrast of {contrast}:1, but text needs at least {minimum}:1. The nearest readable color is {nearest}.",
    msg({
      message:
        "In {scheme} mode, this color has a contrast of {contrast}:1, but text needs at least {minimum}:1. The nearest readable color is {nearest}.",
    }),
  ],
  ["Must be 0 or more.", msg`Must be 0 or more.`],
  ["Must be 0, or at least {minimum}.", msg({ message: "Must be 0, or at least {minimum}." })],
  ["Must be 1 or more.", msg`Must be 1 or more.`],
  [
    "Must be 1 to 64 lowercase letters, digits, and hyphens.",
    msg`Must be 1 to 64 lowercase letters, digits, and hyphens.`,
  ],
  [
    "Must be 2 to 10 uppercase letters and digits, starting with a letter.",
    msg`Must be 2 to 10 uppercase letters and digits, starting with a letter.`,
  ],
  [
    "Must be 3 to 40 letters, digits, and hyphens.",
    msg`Must be 3 to 40 letters, digits, and hyphens.`,
  ],
  ["Must be a multiple of {step}.", msg({ message: "Must be a multiple of {step}." })],
  ["Must be a PNG, JPEG or WebP picture.", msg`Must be a PNG, JPEG or WebP picture.`],
  [
    "Must be a PNG, JPEG, WebP, AVIF, or GIF file.",
    msg`Must be a PNG, JPEG, WebP, AVIF, or GIF file.`,
  ],
  [
    "Must be at least 7 days, so that programs can catch up after an outage.",
    msg`Must be at least 7 days, so that programs can catch up after an outage.`,
  ],
  [
    "Must be at most 10 years before the end date.",
    msg`Must be at most 10 years before the end date.`,
  ],
  [
    "Must be {limit} characters or fewer.",
    msg({ message: "Must be {limit} characters or fewer." }),
  ],
  ["Must be {limit} days or fewer.", msg({ message: "Must be {limit} days or fewer." })],
  [
    "Must be {limit} keys or fewer at a time.",
    msg({ message: "Must be {limit} keys or fewer at a time." }),
  ],
  ["Must be {limit} MB or smaller.", msg({ message: "Must be {limit} MB or smaller." })],
  ["Must be {limit} months or fewer.", msg({ message: "Must be {limit} months or fewer." })],
  ["Must be {limit} or less (3 years).", msg({ message: "Must be {limit} or less (3 years)." })],
  ["Must be {limit} or less.", msg({ message: "Must be {limit} or less." })],
  ["Must be more than 0.", msg`Must be more than 0.`],
  ["Must have 2 decimal places or fewer.", msg`Must have 2 decimal places or fewer.`],
  [
    "Must not be in the future or after the end date.",
    msg`Must not be in the future or after the end date.`,
  ],
  ["Must not be less than the minimum.", msg`Must not be less than the minimum.`],
  ["Offer the default language, too.", msg`Offer the default language, too.`],
  [
    "Row {row} has an unclosed quotation mark.",
    msg({ message: "Row {row} has an unclosed quotation mark." }),
  ],
  ["Only news can go to a filter.", msg`Only news can go to a filter.`],
  ["Select a filter first.", msg`Select a filter first.`],
  ["Set up an email sender first.", msg`Set up an email sender first.`],
  [
    "Support can give up to {limit}. Ask an admin.",
    msg({ message: "Support can give up to {limit}. Ask an admin." }),
  ],
  [
    "The first line must contain the column names: {columns}. Only key is required.",
    msg({
      message: "The first line must contain the column names: {columns}. Only key is required.",
    }),
  ],
  ["The type can’t be changed.", msg`The type can’t be changed.`],
  ["The upload broke off.", msg`The upload broke off.`],
  ["This is more than the remaining amount.", msg`This is more than the remaining amount.`],
  [
    "This is the same account. Choose another one.",
    msg`This is the same account. Choose another one.`,
  ],
  ["This shop can’t send email yet.", msg`This shop can’t send email yet.`],
  ["You already have a filter with this name.", msg`You already have a filter with this name.`],
  [
    "You can save up to {limit} filters. Delete one first.",
    msg({ message: "You can save up to {limit} filters. Delete one first." }),
  ],
  ["{name} already uses this URL.", msg({ message: "{name} already uses this URL." })],
  [
    "{name} used this URL before, and links to it redirect there.",
    msg({ message: "{name} used this URL before, and links to it redirect there." }),
  ],
];

/** The texts as patterns, with a named group for each value: `/^Must be (?<limit>.+) months or fewer\.$/`. */
const patterns = fieldErrors.map(
  ([text, message]) =>
    [
      new RegExp(`^${text.replaceAll(/[.()?*+]/g, "\\$&").replaceAll(/\{(\w+)\}/g, "(?<$1>.+)")}$`),
      message,
    ] as const,
);

/**
 * Returns what the Worker says about a field in the language of the page. What the list lacks stays in English.
 * @param text as the API answers it, with values as English writes them
 */
export function translateFieldError(i18n: I18n, text: string): string {
  if (i18n.locale === sourceLocale) return text;
  for (const [pattern, message] of patterns) {
    const match = pattern.exec(text);
    if (match) return i18n._(message.id, localizeNumbers(i18n, match.groups ?? {}));
  }
  return text;
}

/** `5,000` → `5.000` in German. */
function localizeNumbers(i18n: I18n, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^\d+(,\d{3})*$/.test(value)
        ? formatsOf(i18n).number(Number(value.replaceAll(",", "")))
        : value,
    ]),
  );
}
