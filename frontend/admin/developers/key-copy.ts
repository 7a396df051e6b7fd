import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { ApiKey } from "./queries.ts";
import { scopes, type Scope } from "../../../worker/shared/scopes.ts";

const DAY = 86_400_000;
const HOUR = DAY / 24;
/** Also the time from which the doctor warns. */
const EXPIRES_SOON_MS = 14 * DAY;

/** How long a new key works, in days; "" until it is revoked. */
export function getLifetimeOptions(i18n: I18n): { value: string; label: string }[] {
  return [
    { value: "", label: i18n._(msg`No expiration`) },
    { value: "30", label: i18n._(msg`30 days`) },
    { value: "90", label: i18n._(msg`90 days`) },
    { value: "365", label: i18n._(msg`1 year`) },
  ];
}

/** Describes whether a key works, and until when. */
export function describeKeyStatus(
  i18n: I18n,
  { status, expiresAt }: Pick<ApiKey, "status" | "expiresAt">,
  now: number,
): string {
  const formats = formatsOf(i18n);
  switch (status) {
    case "revoked":
      return i18n._(msg`Revoked`);
    case "expired":
      return i18n._(msg`Expired`);
    case "replaced": {
      const date = formats.dateTime(expiresAt ?? now);
      return i18n._(msg`Rolled. Works until ${date}`);
    }
    case "live": {
      if (expiresAt === null) return i18n._(msg`Active`);
      const date = formats.date(expiresAt);
      return expiresAt - now < EXPIRES_SOON_MS
        ? i18n._(msg`Expires soon, on ${date}`)
        : i18n._(msg`Active until ${date}`);
    }
  }
}

/** Describes when a key was last used. The server notes it once an hour. */
export function describeLastUse(i18n: I18n, lastUsedAt: number | null, now: number): string {
  if (lastUsedAt === null) return i18n._(msg`Never`);
  return now - lastUsedAt < HOUR
    ? i18n._(msg`Within the last hour`)
    : formatsOf(i18n).relativeTime(lastUsedAt, now);
}

/** What each scope lets a key do. A scope without a sentence doesn't compile. */
export const scopeSentences: Record<Scope, MessageDescriptor> = {
  "products:read": msg`Read products, including their prices and benefits.`,
  "customers:read": msg`Read customers: their name and email, and everything they have: orders, subscriptions, gifts, entitlements and licenses, without the license keys.`,
  "customers:write": msg`Set external IDs and metadata of customers.`,
  "entitlements:read": msg`Check whether a customer has access to a feature, and get entitlement tokens.`,
  "orders:read": msg`Read orders.`,
  "subscriptions:read": msg`Read subscriptions.`,
  "subscriptions:write": msg`Cancel and resume subscriptions.`,
  "licenses:read": msg`Read license keys and their activations, also in the event feed and the state of a customer.`,
  "licenses:write": msg`Disable, enable and rotate license keys. Reading a key needs licenses:read.`,
  "gifts:read": msg`Read gifts.`,
  "gifts:write": msg`Give and revoke gifts.`,
  "statements:read": msg`Read withdrawals and cancellations, without what the buyer wrote.`,
  "checkouts:read": msg`Read checkout links and permanent links.`,
  "checkouts:write": msg`Create checkout links and permanent links.`,
  "webhooks:read": msg`Read webhook endpoints and their deliveries.`,
  "webhooks:write": msg`Create, update and delete webhook endpoints. Each event type also needs the scope that reads it.`,
  "events:read": msg`Read the event feed: every change of customers, products, checkouts, orders, subscriptions, gifts, withdrawals, licenses and entitlements, without the license keys.`,
};

/** Which scopes a new key gets: a preset, or those that are chosen one by one. */
export type Access = "check" | "everything" | "custom";

/** The choices of what a new key may do. */
export function getAccessOptions(i18n: I18n): { value: Access; label: string; hint: string }[] {
  return [
    {
      value: "check",
      label: i18n._(msg`Check access only`),
      hint: i18n._(msg`For an app that checks whether its users have access to a feature.`),
    },
    {
      value: "everything",
      label: i18n._(msg`Full access`),
      hint: i18n._(msg`All scopes, including giving gifts and canceling subscriptions.`),
    },
    {
      value: "custom",
      label: i18n._(msg`Choose scopes`),
      hint: i18n._(msg`Give a program only the scopes it needs. Fewer scopes are safer.`),
    },
  ];
}

/** Returns the scopes of a choice. */
export function getScopes(access: Access, chosen: readonly Scope[]): Scope[] {
  if (access === "check") return ["entitlements:read"];
  return access === "everything" ? [...scopes] : scopes.filter((scope) => chosen.includes(scope));
}

/** Summarizes a key's scopes in a few words: "Full access", "Check access only", or the scopes themselves. */
export function describeScopes(i18n: I18n, held: readonly string[]): string {
  if (scopes.every((scope) => held.includes(scope))) return i18n._(msg`Full access`);
  if (held.length === 1 && held[0] === "entitlements:read") return i18n._(msg`Check access only`);
  if (held.length <= 3) return held.join(", ");
  const shown = held.slice(0, 2).join(", ");
  const count = held.length - 2;
  return i18n._(
    msg`${plural(count, { one: `${shown} and # more`, other: `${shown} and # more` })}`,
  );
}
