import { formatMoney } from "../lib/money.ts";
import { addInterval, toTaxWords } from "../lib/price-words.ts";
import type { EmailKind } from "../settings/email-settings.ts";
import { describeBenefit } from "./describe-benefit.ts";
import type { EmailContent, EmailLibraryEntry } from "./email-content.ts";

/** Everything an email is built from. */
export type EmailContext = {
  shop: { name: string; origin: string };
  /** Null if the user's name is unknown. */
  userName: string | null;
  entry: EmailLibraryEntry;
  /** Names of the other products that the user has access to. */
  remaining: string[];
  /** The refund that the email is about, in minor units, and whether it is made again automatically. */
  failedRefund?: { amountMinor: number; currency: string; isRetried: boolean } | null;
};

/**
 * Builds the content of an email, or returns null if its reason no longer applies, e.g. the failed payment has since
 * succeeded, or the user has resumed the subscription. A pure function. Dates are in UTC.
 */
export function buildEmailContent(kind: EmailKind, context: EmailContext): EmailContent | null {
  return contentBuilders[kind](context);
}

const contentBuilders: Record<EmailKind, (context: EmailContext) => EmailContent | null> = {
  purchase(context) {
    const { entry } = context;
    if (!entry.access.active) return null;
    if (entry.source === "manual") return giftContent(context);
    const name = productName(entry);
    const isTrial = entry.access.reason === "subscription_trialing";
    const isSubscription = entry.source === "subscription";
    return {
      ...baseContent(context),
      subject: isTrial
        ? `Your trial of ${name} has begun`
        : isSubscription
          ? `Your subscription to ${name}`
          : `${name} is yours`,
      heading: isTrial ? `Your trial of ${name} has begun` : `${name} is yours`,
      paragraphs: [
        greeting(context),
        isTrial && entry.renewsAt !== null
          ? `It is free until ${formatDate(entry.renewsAt)}. From then on it costs ${formatPrice(entry)}, unless you cancel before that day.`
          : isSubscription
            ? "Thank you. It renews by itself until you cancel, which you can do at any time."
            : "Thank you for buying it. It stays in your library.",
      ],
      facts: [
        ...quantityFacts(entry),
        ...(isSubscription ? renewalFacts(entry) : paymentFacts(entry)),
      ],
      benefits: entry.benefits.map((benefit) => describeBenefit(benefit, context.shop.origin)),
      action: libraryAction(context),
      notes: [
        isSubscription
          ? `To cancel, or for invoices: ${billingUrl(context)}`
          : `Your receipt: ${billingUrl(context)}`,
      ],
    };
  },

  payment_failed(context) {
    const { entry } = context;
    const name = productName(entry);
    if (entry.access.reason === "order_failed") {
      return {
        ...baseContent(context),
        subject: `Your payment for ${name} did not go through`,
        heading: "Your payment did not go through",
        paragraphs: [
          greeting(context),
          `Your bank refused the payment of ${formatPrice(entry)} for ${name}. Nothing was charged, and nothing more happens by itself. To buy it after all, pay again with another card or account.`,
        ],
        facts: [],
        action: {
          label: "Try again",
          url: `${context.shop.origin}/p/${encodeURIComponent(entry.product.slug)}`,
        },
      };
    }
    if (entry.notice?.code !== "payment_failed" || !entry.access.active) return null;
    const until = entry.notice.at;
    return {
      ...baseContent(context),
      subject: `Your payment for ${name} failed`,
      heading: "Your payment failed",
      paragraphs: [
        greeting(context),
        `We could not take the payment of ${formatAmount(entry)} for ${name}. It is tried again over the next days; if your card works then, there is nothing to do.`,
        until === null
          ? "Until then you keep your access."
          : `You keep your access until ${formatDate(until)}. If no payment has gone through by then, it ends.`,
        "If the card has expired or was replaced, add a new one.",
      ],
      facts: [],
      action: { label: "Update your card", url: billingUrl(context) },
    };
  },

  ending_soon(context) {
    const { entry } = context;
    const name = productName(entry);
    if (entry.access.reason === "subscription_trialing" && entry.renewsAt !== null) {
      const end = formatDate(entry.renewsAt);
      return {
        ...baseContent(context),
        subject: `Your trial of ${name} ends on ${end}`,
        heading: "Your trial ends soon",
        paragraphs: [
          greeting(context),
          `Your free trial of ${name} ends on ${end}. From then on it costs ${formatPrice(entry)}, and the first payment is taken on that day.`,
          "If you want to go on, you need do nothing. If not, cancel before that day and you are charged nothing.",
        ],
        facts: [
          { label: "First payment", value: end },
          { label: "Price", value: formatPrice(entry) },
        ],
        action: { label: "Keep or cancel", url: billingUrl(context) },
      };
    }
    if (entry.access.reason !== "subscription_canceling" || entry.access.until === null)
      return null;
    const end = formatDate(entry.access.until);
    return {
      ...baseContent(context),
      subject: `${name} ends on ${end}`,
      heading: "Your access ends soon",
      paragraphs: [
        greeting(context),
        `Your subscription to ${name} was canceled and ends on ${end}. You have access until then, and nothing more is charged.`,
        "If you would rather stay, take the cancellation back before that day.",
      ],
      facts: [],
      action: { label: "Stay subscribed", url: billingUrl(context) },
    };
  },

  access_ended(context) {
    const { entry, remaining } = context;
    const reason = entry.access.active ? null : explainAccessEnd(entry);
    if (reason === null) return null;
    const name = productName(entry);
    return {
      ...baseContent(context),
      subject: `Your access to ${name} has ended`,
      heading: "Your access has ended",
      paragraphs: [
        greeting(context),
        reason,
        remaining.length > 0
          ? `You still have ${formatList(remaining)}.`
          : "Your account stays, and so do your receipts and invoices.",
      ],
      facts: [],
      action:
        entry.access.reason === "subscription_inactive" ||
        entry.access.reason === "subscription_past_due"
          ? { label: "Pay what is open", url: billingUrl(context) }
          : libraryAction(context),
    };
  },

  refunded_duplicate(context) {
    const { entry } = context;
    const name = productName(entry);
    if (entry.notice?.code === "canceled_duplicate") {
      return {
        ...baseContent(context),
        subject: `Your second trial of ${name} was canceled`,
        heading: "Your second trial was canceled",
        paragraphs: [
          greeting(context),
          `You started a trial of ${name}, but you had one already. We canceled the second one. Nothing was charged.`,
          "Your first trial continues. No action is needed.",
        ],
        facts: [],
        action: libraryAction(context),
      };
    }
    return {
      ...baseContent(context),
      subject: `Your second payment for ${name} is refunded`,
      heading: "Your second payment is refunded",
      paragraphs: [
        greeting(context),
        `You paid for ${name} though you had bought it, or something in its place, already. The second payment goes back to where it came from in full; banks take up to ten days to show it.`,
        "Your first purchase stays as it was, and you need do nothing.",
      ],
      facts: [{ label: "Refunded", value: formatAmount(entry) }],
      action: libraryAction(context),
    };
  },

  refund_failed(context) {
    const { entry, failedRefund = null } = context;
    if (!failedRefund) return null;
    const name = productName(entry);
    const amount = formatMoney(failedRefund.amountMinor, failedRefund.currency);
    const isDuplicate = entry.notice?.code === "refunded_duplicate";
    return {
      ...baseContent(context),
      subject: `Your refund for ${name} failed`,
      heading: "Your refund failed",
      paragraphs: [
        greeting(context),
        `We refunded ${amount} for ${isDuplicate ? `your second payment for ${name}` : name}, but your bank returned the money to us. This happens, for example, when a card was closed.`,
        failedRefund.isRetried
          ? "We have made the refund again. No action is needed."
          : "Please contact us, so that we can refund you in another way.",
        ...(!isDuplicate && entry.access.active
          ? [`Until you are refunded, you have access to ${name} again.`]
          : []),
      ],
      facts: [{ label: "Not refunded yet", value: amount }],
      action: libraryAction(context),
    };
  },

  keys_arrived(context) {
    const { entry, shop } = context;
    const keys = entry.benefits.filter(
      (benefit) => benefit.type === "license_key" && benefit.waitingFor === null,
    );
    if (!entry.access.active || keys.length === 0) return null;
    const name = productName(entry);
    return {
      ...baseContent(context),
      subject: `Your license key for ${name}`,
      heading: "Your license key is here",
      paragraphs: [
        greeting(context),
        `Thank you for waiting. Your license key for ${name} is now in your library.`,
      ],
      facts: [],
      benefits: keys.map((benefit) => describeBenefit(benefit, shop.origin)),
      action: libraryAction(context),
    };
  },

  trial_refused(context) {
    const { entry, shop } = context;
    const name = productName(entry);
    const isCard = entry.notice?.code === "trial_refused_card";
    return {
      ...baseContent(context),
      subject: `Your free trial of ${name} did not start`,
      heading: "Your free trial did not start",
      paragraphs: [
        greeting(context),
        isCard
          ? "The card you gave has already been used for a free trial here, and each card gets only one."
          : "You have already had a free trial here, and each person gets only one.",
        `The subscription to ${name} was canceled, and nothing was charged. To have it, subscribe without a trial${entry.price ? `, at ${formatPrice(entry)}` : ""}.`,
      ],
      facts: [],
      action: {
        label: "Subscribe without a trial",
        url: `${shop.origin}/p/${encodeURIComponent(entry.product.slug)}`,
      },
    };
  },
};

function giftContent(context: EmailContext): EmailContent {
  const { entry, shop } = context;
  const name = productName(entry);
  const { until } = entry.access;
  return {
    ...baseContent(context),
    subject: `${name} is yours`,
    heading: `${name} is yours`,
    paragraphs: [
      greeting(context),
      `${shop.name} gave it to you${until === null ? "" : ` until ${formatDate(until)}`}. There is nothing to pay.`,
    ],
    facts: quantityFacts(entry),
    benefits: entry.benefits.map((benefit) => describeBenefit(benefit, shop.origin)),
    action: libraryAction(context),
  };
}

/**
 * Returns one sentence that explains why access ended, or null if the reason may be temporary, such as a lapsed
 * subscription.
 */
function explainAccessEnd(entry: EmailLibraryEntry): string | null {
  const name = productName(entry);
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

function baseContent({ shop }: EmailContext): Pick<EmailContent, "benefits" | "notes"> {
  return { benefits: [], notes: [`This message is about your account at ${shop.name}.`] };
}

/** The first line of an email: `Hello Ann,`. */
export function greeting({ userName }: Pick<EmailContext, "userName">): string {
  const name = userName === null ? "" : toSingleLine(userName);
  return name === "" ? "Hello," : `Hello ${name},`;
}

function productName({ product }: EmailLibraryEntry): string {
  return toSingleLine(product.name);
}

/** Makes a name safe inside a sentence: a single line of at most 120 characters. */
export function toSingleLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function quantityFacts({ quantity }: EmailLibraryEntry): EmailContent["facts"] {
  return quantity > 1 ? [{ label: "Quantity", value: String(quantity) }] : [];
}

function paymentFacts(entry: EmailLibraryEntry): EmailContent["facts"] {
  return [
    { label: "Paid", value: formatAmount(entry) },
    { label: "On", value: formatDate(entry.access.since) },
  ];
}

function renewalFacts(entry: EmailLibraryEntry): EmailContent["facts"] {
  return [
    { label: "Price", value: formatPrice(entry) },
    ...(entry.renewsAt === null
      ? []
      : [{ label: "Next payment", value: formatDate(entry.renewsAt) }]),
  ];
}

function formatAmount({ price }: Pick<EmailLibraryEntry, "price">): string {
  return price === null || price.amountMinor === 0
    ? "Nothing, it is free"
    : formatMoney(price.amountMinor, price.currency);
}

function formatPrice({ price }: EmailLibraryEntry): string {
  return price === null ? formatAmount({ price }) : formatRate(price);
}

/** `$9.00 a month`, `$9.00 every 3 months plus tax`, `$29.00`. */
export function formatRate(price: NonNullable<EmailLibraryEntry["price"]>): string {
  const { interval, amountMinor, tax } = price;
  const rate = addInterval(formatAmount({ price }), price);
  return interval === null || amountMinor === 0 ? rate : rate + toTaxWords(tax);
}

/** `December 22, 2026`, in UTC. */
export function formatDate(at: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(at);
}

function formatList(names: string[]): string {
  return new Intl.ListFormat("en-US").format(names.map(toSingleLine));
}

function libraryAction({ shop, entry }: EmailContext): EmailContent["action"] {
  return {
    label: "Open your library",
    url: `${shop.origin}/library#${encodeURIComponent(entry.id)}`,
  };
}

function billingUrl({ shop }: EmailContext): string {
  return `${shop.origin}/account/billing`;
}
