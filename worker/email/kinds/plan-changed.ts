import { msg, plural } from "@lingui/core/macro";
import type { EmailRow } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { listBillDetails, totalRow } from "./bill.ts";
import { listNextPayment } from "./cancellation.ts";
import { formatRate } from "./format-rate.ts";
import type { LibraryFacts, NamedPlan, PlanChange, WriteLibraryEmail } from "./library-facts.ts";
import { manageAction, receiptLink, startContent } from "./parts.ts";

const planLabels = { before: msg`Previous plan`, after: msg`New plan` };
const seatsLabels = {
  before: msg({ message: `Before`, comment: "Label of the seats until now" }),
  after: msg({ message: `Now`, comment: "Label of the seats from now on" }),
};

/** After a subscription got another plan, another interval or another number of seats. */
export const writePlanChanged: WriteLibraryEmail = (context, facts) => {
  const { planChange, entry } = facts;
  if (!planChange) return null;
  const { i18n } = context;
  const [before, after] = [planChange.from[0], planChange.to[0]];
  const seats = before && after && findSeatChange(planChange) ? { before, after } : null;
  const withSeats = seats !== null;
  const labels = withSeats ? seatsLabels : planLabels;
  return {
    ...startContent(context),
    ...(seats ? writeSeats(context, facts, seats) : writePlan(context, facts, planChange)),
    details: [
      ...listPlans(context, i18n._(labels.before), { plans: planChange.from, withSeats }),
      ...listPlans(context, i18n._(labels.after), { plans: planChange.to, withSeats }),
      ...listNextPayment(context, facts).slice(1),
      ...(planChange.payment
        ? listBillDetails(context, { ...planChange.payment, sourceId: entry.sourceId })
        : []),
    ],
    action: manageAction(context, entry.sourceId),
    ...(planChange.payment && {
      amounts: [totalRow(context, planChange.payment)],
    }),
    links: isCharged(planChange) ? [receiptLink(context, entry.sourceId)] : [],
  };
};

/** Whether one plan stays, with another number of seats. */
function findSeatChange({ from, to }: PlanChange): boolean {
  const [before, after] = [from[0], to[0]];
  if (from.length !== 1 || to.length !== 1 || !before || !after) return false;
  return (
    before.productId === after.productId &&
    before.rate.interval === after.rate.interval &&
    before.rate.intervalCount === after.rate.intervalCount &&
    before.rate.currency === after.rate.currency &&
    before.quantity !== after.quantity
  );
}

function writePlan(context: EmailContext, facts: LibraryFacts, change: PlanChange) {
  const { i18n, formats } = context;
  const listNames = (plans: NamedPlan[]) =>
    formats.list(new Set(plans.map(({ name }) => toName(context, name))));
  const [oldName, name] = [listNames(change.from), listNames(change.to)];
  return {
    subject:
      oldName === name
        ? i18n._(msg`Your plan for ${name} has changed`)
        : i18n._(msg`Your plan has changed to ${name}`),
    heading: i18n._(msg`Your plan has changed`),
    paragraphs: [
      oldName === name
        ? i18n._(
            msg`The plan of your subscription to ${name} has changed. The change takes effect immediately.`,
          )
        : i18n._(
            msg`Your subscription has changed from ${oldName} to ${name}. The change takes effect immediately.`,
          ),
      ...explainCharge(context, facts, change),
    ],
  };
}

function writeSeats(
  context: EmailContext,
  facts: LibraryFacts,
  { before, after }: { before: NamedPlan; after: NamedPlan },
) {
  const { i18n } = context;
  const name = toName(context, after.name);
  const count = after.quantity;
  const difference = Math.abs(after.quantity - before.quantity);
  return {
    subject: i18n._(
      msg`${plural(count, {
        one: `Your subscription to ${name} now has # seat`,
        other: `Your subscription to ${name} now has # seats`,
      })}`,
    ),
    heading: i18n._(msg`Your number of seats has changed`),
    paragraphs: [
      after.quantity > before.quantity
        ? i18n._(
            msg`${plural(difference, {
              one: `# seat was added to your subscription to ${name}. The change takes effect immediately.`,
              other: `# seats were added to your subscription to ${name}. The change takes effect immediately.`,
            })}`,
          )
        : i18n._(
            msg`${plural(difference, {
              one: `# seat was removed from your subscription to ${name}. The change takes effect immediately.`,
              other: `# seats were removed from your subscription to ${name}. The change takes effect immediately.`,
            })}`,
          ),
      ...(facts.planChange ? explainCharge(context, facts, facts.planChange) : []),
    ],
  };
}

/** What was charged or credited for the change; nothing where only the next invoice says it. */
function explainCharge(
  { i18n, formats }: EmailContext,
  { entry: { access, renewsAt } }: LibraryFacts,
  { invoice }: PlanChange,
): string[] {
  if (access.reason === "subscription_trialing" && renewsAt !== null) {
    const date = formats.date(renewsAt);
    return [
      i18n._(msg`Your free trial continues. You’ll be charged for the first time on ${date}.`),
    ];
  }
  if (!invoice) return [];
  if (invoice.chargedMinor > 0) {
    const amount = formats.money(invoice.chargedMinor, invoice.currency, "exact");
    return [
      invoice.unusedMinor > 0
        ? i18n._(
            msg`We charged you ${amount} for this change, after deducting the unused time on your previous plan.`,
          )
        : i18n._(msg`We charged you ${amount} for this change.`),
    ];
  }
  if (invoice.creditMinor === 0) return [];
  const amount = formats.money(invoice.creditMinor, invoice.currency, "exact");
  return [
    i18n._(
      msg`We credited you ${amount} for the unused time on your previous plan. The credit will be applied to your next payments.`,
    ),
  ];
}

function isCharged({ invoice }: PlanChange): boolean {
  return invoice !== null && invoice.chargedMinor > 0;
}

/** `Pro: $9.00 a month`, `Team, 3 seats: $27.00 a month`. */
function listPlans(
  context: EmailContext,
  label: string,
  { plans, withSeats }: { plans: NamedPlan[]; withSeats: boolean },
): EmailRow[] {
  const { i18n } = context;
  return plans.map((plan) => {
    const name = toName(context, plan.name);
    const rate = formatRate(context, plan.rate);
    const count = plan.quantity;
    const value =
      count > 1 || withSeats
        ? i18n._(
            msg`${plural(count, { one: `${name}, # seat: ${rate}`, other: `${name}, # seats: ${rate}` })}`,
          )
        : i18n._(msg`${name}: ${rate}`);
    return { label, value };
  });
}
