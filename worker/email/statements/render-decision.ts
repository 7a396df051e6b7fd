import { msg } from "@lingui/core/macro";
import type { Ctx } from "../../context.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { openEmailContext, toName, type EmailContext } from "../../email-layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import type { StatementRow } from "../../law/statements/store.ts";
import { findAnySubscription } from "../../purchases/subscriptions/store.ts";
import { pickLocale, readLanguages } from "../../settings/languages.ts";
import { startForAddress } from "../kinds/parts.ts";

/** Renders what the team decided about a statement, in the language of the page that it was made on. */
export async function renderDecision(ctx: Ctx, row: StatementRow): Promise<RenderedEmail> {
  const locale = pickLocale(row.locale, await readLanguages(ctx));
  const context = await openEmailContext(ctx, { name: null, locale, timeZone: null });
  return renderEmail(context, writeDecision(context, row, await findEnd(ctx, row)));
}

/** Returns when the subscription of an accepted statement ends or ended, in unix milliseconds; null for none. */
async function findEnd(ctx: Ctx, { state, subscriptionId: id }: StatementRow) {
  if (state !== "accepted" || id === null) return null;
  const found = await findAnySubscription(ctx.db, id, ctx.config.stripe.mode);
  return found?.endedAt ?? found?.cancelAt ?? null;
}

/**
 * Writes what was decided, what is refunded, when the contract ends, and the team's own words. What the buyer typed is
 * not repeated.
 */
function writeDecision(
  context: EmailContext,
  row: StatementRow,
  endsAt: number | null,
): EmailContent {
  const { i18n, formats } = context;
  const subject = describeDecision(context, row);
  return {
    ...startForAddress(context),
    subject,
    heading: subject,
    greeting: null,
    paragraphs: [describeRefund(context, row), writeNote(context, row)].flatMap(
      (text) => text ?? [],
    ),
    details: [
      {
        label: i18n._(msg({ message: `Received`, comment: "Label of a date and time" })),
        value: formats.dateTimeWithZone(row.receivedAt),
      },
      ...(endsAt === null
        ? []
        : [
            {
              label: i18n._(msg({ message: `Ends on`, comment: "Label of a date" })),
              value: formats.date(endsAt),
            },
          ]),
      { label: i18n._(msg`Reference`), value: row.id },
    ],
  };
}

/** The team's own words, in the direction of their own language. */
function writeNote(context: EmailContext, { note }: StatementRow): string | null {
  if (note === null) return null;
  const lines = note.split("\n");
  return lines.map((line) => toName(context, line)).join("\n");
}

function describeDecision({ i18n }: EmailContext, { kind, state }: StatementRow): string {
  if (state === "accepted")
    return kind === "withdrawal"
      ? i18n._(msg`We have accepted your withdrawal`)
      : i18n._(msg`We have accepted your cancellation`);
  return kind === "withdrawal"
    ? i18n._(msg`We can’t accept your withdrawal`)
    : i18n._(msg`We can’t accept your cancellation`);
}

/** Says what an accepted withdrawal refunds; null for everything else. */
function describeRefund({ i18n, formats }: EmailContext, row: StatementRow): string | null {
  const { kind, state, refundMinor, paidMinor, currency } = row;
  if (kind !== "withdrawal" || state !== "accepted") return null;
  if (refundMinor === null || currency === null)
    return i18n._(msg`There is no refund for this withdrawal.`);
  const amount = formats.money(refundMinor, currency, "exact");
  if (paidMinor !== null && refundMinor < paidMinor) {
    const paid = formats.money(paidMinor, currency, "exact");
    return i18n._(
      msg`We refunded ${amount} of the ${paid} that you paid. It can take up to 10 days for the refund to appear on your statement.`,
    );
  }
  return i18n._(
    msg`We refunded ${amount}. It can take up to 10 days for the refund to appear on your statement.`,
  );
}
