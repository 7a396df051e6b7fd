import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { Tone } from "../../ui/status-badge.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeOutcome, type Standing } from "./checkout-copy.ts";
import type {
  CustomerCheckout,
  CustomerDetails,
  CustomerLibraryEntry,
  StripeState,
} from "./queries.ts";
import { endings, suspensions } from "./standing-reasons.ts";

type Entry = Pick<CustomerLibraryEntry, "product" | "access" | "isKeptByOutageMode"> & {
  grants: Pick<CustomerLibraryEntry["grants"][number], "waitingFor" | "isInForce">[];
};

/** What decides whether a customer has what they bought. `checkouts`: newest first. */
export type StandingFacts = {
  user: Pick<CustomerDetails["user"], "status" | "mergedInto">;
  entries: Entry[];
  checkouts: Pick<CustomerCheckout, "product" | "outcome" | "attempts" | "createdAt">[];
  accountsWithSameEmail: Pick<CustomerDetails["accountsWithSameEmail"][number], "hasPurchases">[];
  payersWithSameEmail: Pick<StripeState["payersWithSameEmail"][number], "userId">[];
  hasPurchasesInOtherMode: boolean;
  mode: CustomerDetails["mode"];
};

/**
 * Says what blocks a customer's access right now, or that nothing does. The first of these that applies: the account is
 * closed; a checkout is not paid; something bought is suspended; everything is active; everything has ended; nothing
 * was ever bought.
 */
export function describeStanding(i18n: I18n, facts: StandingFacts): Standing {
  const open = facts.entries.filter(isOpen);
  return (
    describeClosedAccount(i18n, facts.user) ??
    describeCheckout(i18n, facts, open) ??
    describeSuspended(i18n, facts.entries, open) ??
    describeOpen(i18n, open) ??
    describeEnded(i18n, facts) ??
    describeNothingBought(i18n, facts)
  );
}

/** How many products a sentence names; of more, it says how many they are. */
const MAX_NAMES = 3;

const isOpen = ({ access, isKeptByOutageMode }: Entry) => access.active || isKeptByOutageMode;

const toStanding = (
  i18n: I18n,
  tone: Tone,
  label: MessageDescriptor,
  sentence: MessageDescriptor,
  nextStep: MessageDescriptor | null = null,
): Standing => ({
  tone,
  label: i18n._(label),
  sentence: i18n._(sentence),
  nextStep: nextStep && i18n._(nextStep),
});

function describeClosedAccount(
  i18n: I18n,
  { status, mergedInto }: StandingFacts["user"],
): Standing | null {
  if (mergedInto !== null)
    return toStanding(
      i18n,
      "neutral",
      msg`Merged`,
      msg`No access: this account was merged into another one, which now has all purchases.`,
    );
  if (status === "deleted")
    return toStanding(i18n, "neutral", msg`Deleted`, msg`No access: this account was deleted.`);
  if (status === "disabled")
    return toStanding(
      i18n,
      "bad",
      msg`Disabled`,
      msg`No access: this account is disabled, so nobody can sign in to it.`,
    );
  return null;
}

/**
 * Describes the latest checkout of something that is not open. One without an attempt to pay matters only if there is
 * nothing else.
 */
function describeCheckout(
  i18n: I18n,
  { checkouts, entries }: StandingFacts,
  open: Entry[],
): Standing | null {
  for (const checkout of checkouts) {
    if (open.some(({ product }) => product.id === checkout.product.id)) continue;
    const isUntried = checkout.outcome === "open" || checkout.outcome === "abandoned";
    if (isUntried && entries.length > 0) continue;
    const standing = describeOutcome(i18n, checkout);
    if (standing) return standing;
  }
  return null;
}

/** Describes what would be open again as soon as a problem is solved. */
function describeSuspended(i18n: I18n, entries: Entry[], open: Entry[]): Standing | null {
  for (const { product, access } of entries) {
    const suspension = suspensions[access.reason];
    if (!suspension || open.some((other) => other.product.id === product.id)) continue;
    const { label, sentence, nextStep } = suspension;
    return toStanding(i18n, "bad", label, sentence(product.name), nextStep);
  }
  return null;
}

function describeOpen(i18n: I18n, open: Entry[]): Standing | null {
  if (open.length === 0) return null;
  const waiting = open.find(({ grants }) =>
    grants.some(({ waitingFor, isInForce }) => isInForce && waitingFor !== null),
  );
  if (waiting) return describeWaiting(i18n, waiting);
  const names = [...new Set(open.map(({ product }) => product.name))];
  const count = names.length;
  const products = formatsOf(i18n).list(names);
  return toStanding(
    i18n,
    "good",
    msg`Has access`,
    count > MAX_NAMES
      ? msg`${plural(count, { one: "They have access to # product.", other: "They have access to # products." })}`
      : msg`They have access to ${products}.`,
  );
}

function describeWaiting(i18n: I18n, { product: { name }, grants }: Entry): Standing {
  const [sentence, nextStep] = grants.some(({ waitingFor }) => waitingFor === "seller_keys")
    ? [
        msg`They have access to ${name}, but are waiting for a license key.`,
        msg`Add license keys to the benefit. They get theirs automatically.`,
      ]
    : [
        msg`They have access to ${name}, but haven’t entered the licensee name yet.`,
        msg`Ask them to enter the name in their library.`,
      ];
  return toStanding(i18n, "warning", msg`Waiting`, sentence!, nextStep);
}

/** Describes the last thing that has ended: nothing is open. */
function describeEnded(
  i18n: I18n,
  { entries, hasPurchasesInOtherMode, mode }: StandingFacts,
): Standing | null {
  const [latest] = entries.toSorted((a, b) => endOf(b) - endOf(a));
  if (!latest) return null;
  return toStanding(
    i18n,
    "neutral",
    latest.access.reason === "order_refunded" ? msg`Refunded` : msg`Ended`,
    describeEnding(i18n, latest),
    hasPurchasesInOtherMode
      ? describeOtherMode(mode)
      : msg`They can buy it again, or you can give them access.`,
  );
}

function describeEnding(
  i18n: I18n,
  { product: { name }, access: { reason, until } }: Entry,
): MessageDescriptor {
  const ending = endings[reason];
  if (ending) return ending(name);
  if (until === null) return msg`Access to ${name} has ended.`;
  const date = formatsOf(i18n).date(until);
  return msg`Access to ${name} ended on ${date}.`;
}

const endOf = ({ access }: Entry) => access.until ?? access.since;

const describeOtherMode = (mode: StandingFacts["mode"]) =>
  mode === "live"
    ? msg`They have purchases in test mode, which don’t count in live mode.`
    : msg`They have purchases in live mode, but this shop is now in test mode.`;

const findSameEmail = ({ accountsWithSameEmail, payersWithSameEmail }: StandingFacts) => {
  if (accountsWithSameEmail.some(({ hasPurchases }) => hasPurchases)) return "account";
  if (payersWithSameEmail.length === 0) return null;
  return payersWithSameEmail.some(({ userId }) => userId !== null) ? "payer" : "unknown_payer";
};

function describeNothingBought(i18n: I18n, facts: StandingFacts): Standing {
  const label = msg`No purchases`;
  const warn = (sentence: MessageDescriptor, nextStep: MessageDescriptor | null = null) =>
    toStanding(i18n, "warning", label, sentence, nextStep);
  const reviewPayer = msg`Review that Stripe customer below.`;
  switch (findSameEmail(facts)) {
    case "account":
      return warn(
        msg`This account has no purchases, but another account with the same email address does.`,
        msg`Compare the two accounts below. If both belong to the same customer, an admin can merge them.`,
      );
    case "payer":
      return warn(
        msg`This account has no purchases, but another account’s Stripe customer has the same email address.`,
        reviewPayer,
      );
    case "unknown_payer":
      return warn(
        msg`This account has no purchases, but a Stripe customer with the same email address paid for something outside this shop.`,
        reviewPayer,
      );
    case null:
  }
  if (facts.hasPurchasesInOtherMode)
    return warn(
      facts.mode === "live"
        ? msg`No purchases in live mode, only in test mode.`
        : msg`No purchases in test mode, only in live mode. This shop is now in test mode.`,
    );
  return toStanding(
    i18n,
    "neutral",
    label,
    msg`No purchases or gifts.`,
    msg`If they say they paid, ask which email address is on the receipt.`,
  );
}
