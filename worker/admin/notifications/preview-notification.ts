import type { Ctx } from "../../context.ts";
import type { NotificationKind } from "../../db/schema/notifications.ts";
import { DAY, HOUR } from "../../lib/time.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import type { CoveredNotification } from "../../email/team/store-covered.ts";
import {
  buildDigestContent,
  buildNotificationContent,
  type Section,
} from "../../email/team/team-email-content.ts";
import { openTeamEmailContext } from "../../email/team/team-email.ts";
import { createTurnOffUrl } from "../../email/team/turn-off-link.ts";

/** Renders the email about a kind, or the digest, with example data. */
export async function previewNotification(
  ctx: Ctx,
  input: { kind: NotificationKind | "digest" },
): Promise<RenderedEmail> {
  const context = {
    ...(await openTeamEmailContext(ctx, { name: null, timeZone: null })),
    turnOffUrl: createTurnOffUrl(ctx, null),
  };
  const content =
    input.kind === "digest"
      ? buildDigestContent(context, [
          exampleSection(ctx.now, "sale"),
          exampleSection(ctx.now, "cancellation"),
        ])
      : buildNotificationContent(context, exampleSection(ctx.now, input.kind));
  return renderEmail(context, content);
}

function exampleSection(now: number, kind: NotificationKind): Section {
  const example: CoveredNotification = { ...common(now), kind, ...specific(now)[kind] };
  const { facts, currency, amountMinor } = example;
  return {
    kind,
    totals: [{ event: facts.event, currency, count: 1, amountMinor }],
    newest: [example],
  };
}

function common(now: number): Omit<CoveredNotification, "kind" | "facts"> {
  return {
    amountMinor: null,
    currency: null,
    createdAt: now,
    source: { type: "subscription", id: "sub_example" },
    productName: "Example Membership",
    customer: { id: "usr_example", name: "Ann Example", email: "ann@example.com" },
    rate: { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1 },
    endsAt: now + 20 * DAY,
    cancellationFeedback: null,
    cancellationComment: null,
  };
}

/** What differs in the example of each kind. */
function specific(
  now: number,
): Record<NotificationKind, Pick<CoveredNotification, "facts"> & Partial<CoveredNotification>> {
  const paid = { amountMinor: 2900, currency: "usd" };
  const order = {
    source: { type: "order", id: "ord_example" },
    productName: "Example Book",
  } as const;
  return {
    sale: { facts: { event: "order" }, ...paid, ...order },
    renewal_failed: { facts: { event: "failed" } },
    cancellation: {
      facts: { event: "scheduled" },
      cancellationFeedback: "too_expensive",
      cancellationComment: "I would stay at half the price.",
    },
    dispute: {
      facts: { event: "opened", reason: "fraudulent", dueAt: now + 10 * DAY },
      ...paid,
      ...order,
    },
    fraud_warning: {
      facts: { event: "reported", reason: "made_with_stolen_card" },
      ...paid,
      ...order,
    },
    webhooks_stalled: {
      facts: { event: "stalled", since: now - 2 * HOUR },
      source: null,
      customer: null,
    },
    shop_problem: {
      facts: { event: "began", problem: "syncs_late", since: now - HOUR },
      source: null,
      customer: null,
    },
    team_change: { facts: { event: "key", what: "Accounting (gh_live_2Fq9)" }, source: null },
    statement: {
      facts: { event: "withdrawal" },
      source: { type: "statement", id: "stm_example" },
    },
  };
}
