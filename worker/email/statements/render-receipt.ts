import { msg } from "@lingui/core/macro";
import type { Ctx } from "../../context.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { openEmailContext, type EmailContext } from "../../email-layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import type { StatementRow } from "../../law/statements/store.ts";
import { withoutLinks } from "../../lib/without-links.ts";
import { getDirection } from "../../shared/locales.ts";
import { pickLocale, readLanguages } from "../../settings/languages.ts";
import { startForAddress } from "../kinds/parts.ts";

/** Renders the receipt of a statement, in the language of the page that it was made on. */
export async function renderReceipt(ctx: Ctx, row: StatementRow): Promise<RenderedEmail> {
  const locale = pickLocale(row.locale, await readLanguages(ctx));
  const context = await openEmailContext(ctx, { name: null, locale, timeZone: null });
  return renderEmail(context, writeReceipt(context, row));
}

/**
 * Writes the receipt: what was declared, and when. It is the same whether there is such a contract or not. What was
 * typed comes from somebody whom the shop does not know, and goes to an address that they have chosen: it stands only
 * behind its labels, and no email program makes links of it.
 */
function writeReceipt(context: EmailContext, row: StatementRow): EmailContent {
  const { i18n, formats } = context;
  const isWithdrawal = row.kind === "withdrawal";
  const subject = isWithdrawal
    ? i18n._(msg`We have received your withdrawal`)
    : i18n._(msg`We have received your cancellation`);
  const isRightToLeft = getDirection(i18n.locale) === "rtl";
  const typed = (label: string, text: string | null) => {
    const line = withoutLinks(text ?? "");
    return line ? [{ label, value: isRightToLeft ? `\u2068${line}\u2069` : line }] : [];
  };
  return {
    ...startForAddress(context),
    subject,
    heading: subject,
    greeting: null,
    paragraphs: [
      isWithdrawal
        ? i18n._(msg`You declared: I withdraw from this contract.`)
        : row.cause === "for_cause"
          ? i18n._(msg`You declared: I cancel this contract for cause.`)
          : i18n._(msg`You declared: I cancel this contract.`),
    ],
    details: [
      {
        label: i18n._(msg({ message: `Received`, comment: "Label of a date and time" })),
        value: formats.dateTimeWithZone(row.receivedAt),
      },
      ...typed(i18n._(msg`Name`), row.name),
      { label: i18n._(msg`Email`), value: row.email },
      ...typed(i18n._(msg`Contract`), row.contract),
      ...typed(i18n._(msg`Reason`), row.reason),
      ...(row.wishedEnd === null
        ? []
        : [
            {
              label: i18n._(msg({ message: `Ends on`, comment: "Label of a date" })),
              value: formats.date(Date.parse(row.wishedEnd)),
            },
          ]),
      { label: i18n._(msg`Reference`), value: row.id },
    ],
    notes: [
      i18n._(
        msg`This email confirms only that we have received it, and what was entered. Keep it for your records.`,
      ),
    ],
  };
}
