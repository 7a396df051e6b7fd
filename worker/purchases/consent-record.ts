import { soldKinds, type SoldKind } from "../shared/sold-kinds.ts";

/** What a buyer agreed to at the checkout, besides the text itself. */
export type ConsentRecord = {
  /** What they asked to begin before the withdrawal period ends; empty if only the terms were accepted. */
  kinds: SoldKind[];
  /** Of the shop's own words in the text, `YYYY-MM`. */
  version: string;
  /** The language of the text, as a BCP 47 tag. */
  locale: string;
  /** SHA-256 of the text, in hexadecimal. */
  textHash: string;
  /** SHA-256 of the terms of service that the text links to; null if the shop has no such page. */
  termsHash: string | null;
};

const NONE = "-";
const pattern = /^(\S+) (\d{4}-\d{2}) (\S+) ([0-9a-f]{64}) ([0-9a-f]{64}|-)$/;

/** Writes a record as one line, which goes through Stripe's metadata of the checkout (at most 500 characters). */
export function writeConsentRecord(record: ConsentRecord): string {
  const { kinds, version, locale, textHash, termsHash } = record;
  return [kinds.join("+") || NONE, version, locale, textHash, termsHash ?? NONE].join(" ");
}

/** Reads a stored record; null if there is none, or if it is not one of ours. */
export function readConsentRecord(line: string | null | undefined): ConsentRecord | null {
  const [, kinds, version, locale, textHash, termsHash] = pattern.exec(line ?? "") ?? [];
  if (!kinds || !version || !locale || !textHash || !termsHash) return null;
  return {
    kinds: soldKinds.filter((kind) => kinds.split("+").includes(kind)),
    version,
    locale,
    textHash,
    termsHash: termsHash === NONE ? null : termsHash,
  };
}

/** What the law needs to know of a purchase: whether the right of withdrawal was given up, and whether that holds. */
export type Consent = {
  /** Empty if the buyer agreed to nothing that is about withdrawal. */
  kinds: SoldKind[];
  /** When they agreed, and when the email with the confirmation was sent; unix milliseconds. */
  consentedAt: number | null;
  confirmedAt: number | null;
  /** SHA-256 of the text that they agreed to. */
  versionHash: string | null;
};

/** Returns what the buyer of an order or a subscription agreed to, and when that was confirmed by email. */
export function readConsent(source: {
  consentedAt: number | null;
  consentRecord: string | null;
  confirmedAt: number | null;
}): Consent {
  const { consentedAt, confirmedAt } = source;
  const record = consentedAt === null ? null : readConsentRecord(source.consentRecord);
  return {
    kinds: record?.kinds ?? [],
    consentedAt,
    confirmedAt,
    versionHash: record?.textHash ?? null,
  };
}
