import { addInterval } from "../../lib/price-words.ts";
import { describeCancellationFeedback } from "../../shared/cancellation-reasons.ts";
import type { EmailRow } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import { toSingleLine } from "../../lib/single-line.ts";
import { describeShopProblem } from "./describe-shop-problem.ts";
import type { CoveredNotification } from "./store-covered.ts";

/** What an email says of one notification. `line` is for lists: short, and complete without the rest. */
export type Description = {
  subject: string;
  heading: string;
  paragraphs: string[];
  facts: EmailRow[];
  line: string;
};

type Context = Pick<EmailContext, "formats">;

/** Describes a notification for the team. A pure function. */
export function describeNotification(
  context: Context,
  notification: CoveredNotification,
): Description {
  const description = describers[notification.kind](context, notification);
  const paragraphs = description.paragraphs.map((text) =>
    text.replace(/^a deleted customer/, "A deleted customer"),
  );
  return { ...description, paragraphs };
}

const describers: Record<
  CoveredNotification["kind"],
  (context: Context, notification: CoveredNotification) => Description
> = {
  sale: describeSale,
  renewal_failed: describeFailedRenewal,
  cancellation: describeCancellation,
  dispute: describeDispute,
  fraud_warning: describeWarning,
  webhooks_stalled: describeWebhooks,
  shop_problem: describeShopProblem,
  team_change: describeTeamChange,
  statement: describeStatement,
};

function describeSale(context: Context, sale: CoveredNotification): Description {
  const [what, who] = [productOf(sale), customerOf(sale)];
  const [amount, rate] = [amountOf(context, sale), rateOf(context, sale)];
  const facts = [
    ...fact("Product", what),
    ...fact("Customer", who),
    ...fact("Email", sale.customer?.name ? sale.customer.email : null),
  ];
  switch (sale.facts.event) {
    case "trial":
      return {
        subject: `New free trial: ${what}`,
        heading: "New free trial",
        paragraphs: [`${who} started a free trial of ${what}.`],
        facts: [...facts, ...fact("Price after the trial", rate)],
        line: `Free trial: ${what} · ${who}`,
      };
    case "converted":
      return {
        subject: `Free trial converted: ${joinParts(what, rate)}`,
        heading: "A free trial became a paid subscription",
        paragraphs: [`${who} now pays for ${what} after a free trial.`],
        facts: [...facts, ...fact("Price", rate), ...fact("Paid", amount)],
        line: `Free trial converted: ${joinParts(what, rate)} · ${who}`,
      };
    case "subscription":
      return {
        subject: `New subscription: ${joinParts(what, rate)}`,
        heading: "You have a new subscriber",
        paragraphs: [`${who} subscribed to ${what}.`],
        facts: [...facts, ...fact("Price", rate), ...fact("Paid", amount)],
        line: `${joinParts(what, rate)} · ${who}`,
      };
    default:
      return {
        subject: `New order: ${joinParts(what, amount)}`,
        heading: "You have a new order",
        paragraphs: [
          amount === null ? `${who} bought ${what}.` : `${who} bought ${what} for ${amount}.`,
        ],
        facts: [...facts, ...fact("Paid", amount)],
        line: `${joinParts(what, amount)} · ${who}`,
      };
  }
}

function describeFailedRenewal(context: Context, renewal: CoveredNotification): Description {
  const [what, who, rate] = [productOf(renewal), customerOf(renewal), rateOf(context, renewal)];
  return {
    subject: `Renewal failed: ${joinParts(what, rate)}`,
    heading: "A renewal payment failed",
    paragraphs: [
      `The payment to renew ${who}’s subscription to ${what} failed.`,
      "Stripe retries the payment over the next few days, according to your settings in Stripe.",
    ],
    facts: [...fact("Customer", who), ...fact("Product", what), ...fact("Price", rate)],
    line: `${joinParts(what, rate)} · ${who}`,
  };
}

function describeCancellation(context: Context, cancellation: CoveredNotification): Description {
  const [what, who] = [productOf(cancellation), customerOf(cancellation)];
  const { endsAt, cancellationFeedback: feedback, cancellationComment: comment } = cancellation;
  const reason = feedback === null ? null : describeCancellationFeedback(feedback);
  return {
    subject:
      reason === null
        ? `Subscription canceled: ${what}`
        : `Subscription canceled: ${what} (${reason.toLowerCase()})`,
    heading: "A subscription was canceled",
    paragraphs: [explainCancellation(context, cancellation.facts.event, { what, who, endsAt })],
    facts: [
      ...fact("Reason", reason),
      ...fact("Comment", comment === null ? null : toSingleLine(comment)),
      ...fact("Customer", who),
      ...fact("Price", rateOf(context, cancellation)),
    ],
    line: reason === null ? `${what} · ${who}` : `${what} · ${who} · ${reason}`,
  };
}

function explainCancellation(
  { formats }: Context,
  event: string,
  { what, who, endsAt }: { what: string; who: string; endsAt: number | null },
): string {
  switch (event) {
    case "scheduled":
      return endsAt === null
        ? `${who} canceled their subscription to ${what}. It ends at the end of the current period.`
        : `${who} canceled their subscription to ${what}. It ends on ${formats.date(endsAt)}.`;
    case "unpaid":
      return `${who}’s subscription to ${what} has ended because its payments failed.`;
    case "disputed":
      return `${who}’s subscription to ${what} has ended because a payment was disputed.`;
    default:
      return `${who}’s subscription to ${what} was canceled and has ended.`;
  }
}

function describeDispute(context: Context, dispute: CoveredNotification): Description {
  const [what, who] = [productOf(dispute), customerOf(dispute)];
  const amount = amountOf(context, dispute);
  const { event, reason, dueAt } = dispute.facts;
  const deadline = dueAt ? context.formats.date(dueAt) : null;
  const facts = [
    ...fact("Amount", amount),
    ...fact("Reason", reason ? reason.replaceAll("_", " ") : null),
    ...fact("Respond by", deadline),
    ...fact("Customer", who),
  ];
  const about = joinParts(what, amount);
  if (event === "won")
    return {
      subject: `Dispute won: ${about}`,
      heading: "You won a dispute",
      paragraphs: [`You keep ${who}’s payment for ${what}. The customer has access again.`],
      facts,
      line: `Won: ${about} · ${who}`,
    };
  if (event === "lost")
    return {
      subject: `Dispute lost: ${about}`,
      heading: "You lost a dispute",
      paragraphs: [
        `The bank returned ${who}’s payment for ${what} to the customer. The customer’s access has ended.`,
      ],
      facts,
      line: `Lost: ${about} · ${who}`,
    };
  return {
    subject: `Payment disputed: ${about}`,
    heading: "A payment was disputed",
    paragraphs: [
      `${who}’s bank disputed the payment for ${what}. The customer has no access until the dispute is resolved.`,
      deadline === null
        ? "Respond in the Stripe Dashboard. You lose the dispute if you don’t respond."
        : `Respond in the Stripe Dashboard by ${deadline}. You lose the dispute if you don’t respond.`,
    ],
    facts,
    line:
      deadline === null
        ? `Disputed: ${about} · ${who}`
        : `Disputed: ${about} · ${who} · respond by ${deadline}`,
  };
}

function describeWarning(context: Context, warning: CoveredNotification): Description {
  const [what, who] = [productOf(warning), customerOf(warning)];
  const amount = amountOf(context, warning);
  return {
    subject: `Early fraud warning: ${joinParts(what, amount)}`,
    heading: "Early fraud warning",
    paragraphs: [
      `The card issuer reported ${who}’s payment for ${what} as possible fraud. Most of these payments are disputed later.`,
      "If the payment looks fraudulent, refund it now to avoid a dispute. If you know the customer, dismiss the warning.",
    ],
    facts: [
      ...fact("Amount", amount),
      ...fact("Type", warning.facts.reason ? warning.facts.reason.replaceAll("_", " ") : null),
      ...fact("Customer", who),
    ],
    line: `${joinParts(what, amount)} · ${who}`,
  };
}

function describeWebhooks(
  { formats }: Context,
  { facts: { event, since }, createdAt }: CoveredNotification,
): Description {
  const start = formats.dateTimeWithZone(since ?? createdAt);
  if (event === "recovered")
    return {
      subject: "Webhooks from Stripe are arriving again",
      heading: "Webhooks from Stripe are arriving again",
      paragraphs: [`They stopped arriving on ${start}. No action is needed.`],
      facts: [],
      line: `Webhooks are arriving again. They stopped on ${start}`,
    };
  return {
    subject: "Webhooks from Stripe stopped arriving",
    heading: "Webhooks from Stripe stopped arriving",
    paragraphs: [
      `Stripe has sent no webhooks to this shop since ${start}, although there were new events.`,
      "No data is lost, because the shop fetches missed events from Stripe every hour. Until webhooks arrive again, purchases, renewals and refunds can take up to an hour to take effect.",
    ],
    facts: [],
    line: `Webhooks stopped arriving on ${start}`,
  };
}

function describeTeamChange(_: Context, change: CoveredNotification): Description {
  const { event, what = "" } = change.facts;
  const who = change.customer ? customerOf(change) : "An API key";
  const [made, meaning] =
    event === "key"
      ? ["API key", "Whoever has the key can use it until it expires or is revoked."]
      : event === "endpoint"
        ? ["webhook endpoint for all events", "It receives data of all customers."]
        : ["gift by support", "It gives access without a payment."];
  return {
    subject: `New ${made}: ${toSingleLine(what)}`,
    heading: `New ${made}`,
    paragraphs: [`${who} created it. ${meaning} If you don’t expect this, check the audit log.`],
    facts: [...fact("Created", toSingleLine(what)), ...fact("By", who)],
    line: `New ${made}: ${toSingleLine(what)} · ${who}`,
  };
}

function describeStatement(_: Context, { facts, customer }: CoveredNotification): Description {
  const who = customer ? customerOf({ customer }) : "Somebody";
  if (facts.event === "waiting")
    return {
      subject: "A statement has waited for three days",
      heading: "A statement has waited for three days",
      paragraphs: [
        "A withdrawal or cancellation is waiting for your decision. Deadlines may apply.",
      ],
      facts: fact("Customer", customer ? who : null),
      line: `Waiting for three days: ${who}`,
    };
  const [what, did, next] =
    facts.event === "withdrawal"
      ? ["withdrawal", "withdrew from a contract", "It waits for your decision."]
      : [
          "cancellation",
          "canceled a contract",
          "An ordinary cancellation of a known subscription is scheduled automatically. Anything else waits for your decision.",
        ];
  return {
    subject: `New ${what} by form: ${who}`,
    heading: `New ${what} by form`,
    paragraphs: [`${who} ${did} without signing in. ${next}`],
    facts: fact("Customer", customer ? who : null),
    line: `New ${what} · ${who}`,
  };
}

function productOf({ productName }: CoveredNotification): string {
  return productName === null ? "a product" : toSingleLine(productName);
}

function customerOf({ customer }: Pick<CoveredNotification, "customer">): string {
  const label = customer?.name || customer?.email;
  return label ? toSingleLine(label) : "a deleted customer";
}

function amountOf(
  { formats }: Context,
  { amountMinor, currency }: CoveredNotification,
): string | null {
  if (amountMinor === null || !currency) return null;
  return amountMinor === 0 ? "free" : formats.money(amountMinor, currency, "exact");
}

function rateOf({ formats }: Context, { rate }: CoveredNotification): string | null {
  return rate && addInterval(formats.money(rate.amountMinor, rate.currency, "exact"), rate);
}

const joinParts = (name: string, detail: string | null): string =>
  detail === null ? name : `${name}, ${detail}`;

const fact = (label: string, value: string | null): EmailRow[] =>
  value === null ? [] : [{ label, value }];
