import { formatMoney } from "../lib/money.ts";
import type { MailKind } from "../settings/email-settings.ts";
import { describeThing } from "./describe-benefit.ts";
import type { Letter, Subject } from "./email-content.ts";

/** All that a mail is made of. */
export type Told = {
  shop: { name: string; origin: string };
  /** Null where nobody knows the person's name. */
  personName: string | null;
  entry: Subject;
  /** Names of the other things that the person has access to. */
  remaining: string[];
};

/**
 * What a mail says, or null where it is not so any more: a payment that failed came after all, somebody stays, access
 * is back. Pure; dates are in UTC.
 */
export function writeLetter(kind: MailKind, told: Told): Letter | null {
  return letters[kind](told);
}

const letters: Record<MailKind, (told: Told) => Letter | null> = {
  purchase(told) {
    const { entry } = told;
    if (!entry.access.active) return null;
    if (entry.source === "manual") return gift(told);
    const name = nameOf(entry);
    const isTrial = entry.access.reason === "subscription_trialing";
    const isSubscription = entry.source === "subscription";
    return {
      ...common(told),
      subject: isTrial
        ? `Your trial of ${name} has begun`
        : isSubscription
          ? `Your subscription to ${name}`
          : `${name} is yours`,
      heading: isTrial ? `Your trial of ${name} has begun` : `${name} is yours`,
      paragraphs: [
        greet(told),
        isTrial && entry.renewsAt !== null
          ? `It is free until ${date(entry.renewsAt)}. From then on it costs ${price(entry)}, unless you cancel before that day.`
          : isSubscription
            ? "Thank you. It renews by itself until you cancel, which you can do at any time."
            : "Thank you for buying it. It stays in your library.",
      ],
      facts: [...what(entry), ...(isSubscription ? renewal(entry) : payment(entry))],
      things: entry.benefits.map((benefit) => describeThing(benefit, told.shop.origin)),
      action: openLibrary(told),
      notes: [
        isSubscription
          ? `To cancel, or for invoices: ${billing(told)}`
          : `Your receipt: ${billing(told)}`,
      ],
    };
  },

  payment_failed(told) {
    const { entry } = told;
    const name = nameOf(entry);
    if (entry.access.reason === "order_failed") {
      return {
        ...common(told),
        subject: `Your payment for ${name} did not go through`,
        heading: "Your payment did not go through",
        paragraphs: [
          greet(told),
          `Your bank refused the payment of ${price(entry)} for ${name}. Nothing was charged, and nothing more happens by itself. To buy it after all, pay again with another card or account.`,
        ],
        facts: [],
        action: {
          label: "Try again",
          url: `${told.shop.origin}/p/${encodeURIComponent(entry.product.slug)}`,
        },
      };
    }
    if (entry.notice?.code !== "payment_failed" || !entry.access.active) return null;
    const until = entry.notice.at;
    return {
      ...common(told),
      subject: `Your payment for ${name} failed`,
      heading: "Your payment failed",
      paragraphs: [
        greet(told),
        `We could not take the payment of ${money(entry)} for ${name}. It is tried again over the next days; if your card works then, there is nothing to do.`,
        until === null
          ? "Until then you keep your access."
          : `You keep your access until ${date(until)}. If no payment has gone through by then, it ends.`,
        "If the card has expired or was replaced, add a new one.",
      ],
      facts: [],
      action: { label: "Update your card", url: billing(told) },
    };
  },

  ending_soon(told) {
    const { entry } = told;
    const name = nameOf(entry);
    if (entry.access.reason === "subscription_trialing" && entry.renewsAt !== null) {
      const end = date(entry.renewsAt);
      return {
        ...common(told),
        subject: `Your trial of ${name} ends on ${end}`,
        heading: "Your trial ends soon",
        paragraphs: [
          greet(told),
          `Your free trial of ${name} ends on ${end}. From then on it costs ${price(entry)}, and the first payment is taken on that day.`,
          "If you want to go on, you need do nothing. If not, cancel before that day and you are charged nothing.",
        ],
        facts: [
          { label: "First payment", value: end },
          { label: "Price", value: price(entry) },
        ],
        action: { label: "Keep or cancel", url: billing(told) },
      };
    }
    if (entry.access.reason !== "subscription_canceling" || entry.access.until === null)
      return null;
    const end = date(entry.access.until);
    return {
      ...common(told),
      subject: `${name} ends on ${end}`,
      heading: "Your access ends soon",
      paragraphs: [
        greet(told),
        `Your subscription to ${name} was canceled and ends on ${end}. You have access until then, and nothing more is charged.`,
        "If you would rather stay, take the cancellation back before that day.",
      ],
      facts: [],
      action: { label: "Stay subscribed", url: billing(told) },
    };
  },

  access_ended(told) {
    const { entry, remaining } = told;
    const why = entry.access.active ? null : whyEnded(entry);
    if (why === null) return null;
    const name = nameOf(entry);
    return {
      ...common(told),
      subject: `Your access to ${name} has ended`,
      heading: "Your access has ended",
      paragraphs: [
        greet(told),
        why,
        remaining.length > 0
          ? `You still have ${listOf(remaining)}.`
          : "Your account stays, and so do your receipts and invoices.",
      ],
      facts: [],
      action:
        entry.access.reason === "subscription_inactive" ||
        entry.access.reason === "subscription_past_due"
          ? { label: "Pay what is open", url: billing(told) }
          : openLibrary(told),
    };
  },

  refunded_duplicate(told) {
    const { entry } = told;
    const name = nameOf(entry);
    return {
      ...common(told),
      subject: `Your second payment for ${name} is refunded`,
      heading: "Your second payment is refunded",
      paragraphs: [
        greet(told),
        `You paid for ${name} though you had bought it, or something in its place, already. The second payment goes back to where it came from in full; banks take up to ten days to show it.`,
        "Your first purchase stays as it was, and you need do nothing.",
      ],
      facts: [{ label: "Refunded", value: money(entry) }],
      action: openLibrary(told),
    };
  },
};

function gift(told: Told): Letter {
  const { entry, shop } = told;
  const name = nameOf(entry);
  const { until } = entry.access;
  return {
    ...common(told),
    subject: `${name} is yours`,
    heading: `${name} is yours`,
    paragraphs: [
      greet(told),
      `${shop.name} gave it to you${until === null ? "" : ` until ${date(until)}`}. There is nothing to pay.`,
    ],
    facts: what(entry),
    things: entry.benefits.map((benefit) => describeThing(benefit, shop.origin)),
    action: openLibrary(told),
  };
}

/** One sentence; null where access only waits for news. */
function whyEnded(entry: Subject): string | null {
  const name = nameOf(entry);
  switch (entry.access.reason) {
    case "order_refunded":
      return `Your purchase of ${name} was refunded in full, and your access to it ended with that.`;
    case "order_disputed":
    case "subscription_disputed":
      return `The payment for ${name} was reversed by your bank, and your access to it ended with that.`;
    case "order_closed":
    case "subscription_ended":
      return entry.source === "order"
        ? `Your access to ${name} was ended by the shop.`
        : `Your subscription to ${name} is over, and nothing more is charged.`;
    case "subscription_past_due":
    case "subscription_inactive":
      return `The payment for ${name} did not come through, and your access to it has ended; it comes back as soon as what is open is paid.`;
    default:
      return null;
  }
}

function common({ shop }: Told): Pick<Letter, "things" | "notes"> {
  return { things: [], notes: [`This message is about your account at ${shop.name}.`] };
}

function greet({ personName }: Told): string {
  const name = personName === null ? "" : oneLine(personName);
  return name === "" ? "Hello," : `Hello ${name},`;
}

function nameOf({ product }: Subject): string {
  return oneLine(product.name);
}

/** A name as part of a sentence: no line of its own, and not longer than a line or two. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function what({ quantity }: Subject): Letter["facts"] {
  return quantity > 1 ? [{ label: "Quantity", value: String(quantity) }] : [];
}

function payment(entry: Subject): Letter["facts"] {
  return [
    { label: "Paid", value: money(entry) },
    { label: "On", value: date(entry.access.since) },
  ];
}

function renewal(entry: Subject): Letter["facts"] {
  return [
    { label: "Price", value: price(entry) },
    ...(entry.renewsAt === null ? [] : [{ label: "Next payment", value: date(entry.renewsAt) }]),
  ];
}

function money({ price }: Subject): string {
  return price === null || price.amountMinor === 0
    ? "Nothing, it is free"
    : formatMoney(price.amountMinor, price.currency);
}

/** `$9.00 a month`, `$9.00 every 3 months`, `$29.00`. */
function price(entry: Subject): string {
  const interval = entry.price?.interval ?? null;
  if (interval === null) return money(entry);
  const count = entry.price?.intervalCount ?? 1;
  return count === 1
    ? `${money(entry)} a ${interval}`
    : `${money(entry)} every ${count} ${interval}s`;
}

function date(at: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(at);
}

function listOf(names: string[]): string {
  return new Intl.ListFormat("en-US").format(names.map(oneLine));
}

function openLibrary({ shop, entry }: Told): Letter["action"] {
  return {
    label: "Open your library",
    url: `${shop.origin}/library#${encodeURIComponent(entry.id)}`,
  };
}

function billing({ shop }: Told): string {
  return `${shop.origin}/account/billing`;
}
