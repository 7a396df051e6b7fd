import { msg } from "@lingui/core/macro";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import type { ClaimRow } from "../../claims/store.ts";
import type { Ctx } from "../../context.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { openEmailContext, toName, type EmailContext } from "../../email-layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import { parseDuration } from "../../lib/duration.ts";
import { pickLocale, readLanguages } from "../../settings/languages.ts";
import { withTextsIn } from "../../settings/text-language.ts";
import { seatsRow } from "../kinds/purchase.ts";
import { listGiverWords, sayWhoGaveSeat, writeGiftMessage } from "./write-gift-message.ts";
import { formatDuration } from "../../shared/format-duration.ts";
import { startForAddress } from "../kinds/parts.ts";

/**
 * Renders the email about a gift that waits, for an address that nobody has verified.
 * @param secret of its link
 */
export async function renderGiftEmail(
  ctx: Ctx,
  claim: ClaimRow,
  secret: string,
): Promise<RenderedEmail> {
  const locale = pickLocale(claim.locale, await readLanguages(ctx));
  const [readerCtx, context] = await Promise.all([
    withTextsIn(ctx, locale),
    openEmailContext(ctx, { name: null, locale, timeZone: null }),
  ]);
  const product = (await mapProductSummaries(readerCtx, { ids: [claim.productId] })).get(
    claim.productId,
  );
  if (!product) throw new Error(`claim ${claim.id} has no product`);
  return renderEmail(context, writeGiftEmail(context, claim, product.name, secret));
}

/** Says how long a gift of a subscription lasts. */
function sayHowLong({ i18n }: EmailContext, { giftDuration }: ClaimRow): string[] {
  const lasts = giftDuration === null ? null : parseDuration(giftDuration);
  if (!lasts) return [];
  const length = formatDuration(i18n.locale, lasts);
  return [
    i18n._(msg`You get access for ${length} from the day you accept it, and you’re never charged.`),
  ];
}

function writeGiftEmail(
  context: EmailContext,
  claim: ClaimRow,
  productName: string,
  secret: string,
): EmailContent {
  const { i18n, formats, shop } = context;
  const { message, giverName, giftEndsAt, expiresAt, quantity } = claim;
  const isSeat = claim.seatOf !== null;
  const name = toName(context, productName);
  const shopName = toName(context, shop.name);
  const end = giftEndsAt === null ? null : formats.date(giftEndsAt);
  const deadline = formats.date(expiresAt);
  const subject = isSeat
    ? i18n._(msg`A seat for you: ${name}`)
    : i18n._(msg`A gift for you: ${name}`);
  return {
    ...startForAddress(context),
    subject,
    heading: subject,
    paragraphs: [
      ...(giverName === null
        ? [
            end === null
              ? i18n._(msg`${shopName} has given you free access to ${name}.`)
              : i18n._(msg`${shopName} has given you free access to ${name} until ${end}.`),
            ...(message === "" ? [] : [writeGiftMessage(context, message)]),
          ]
        : isSeat
          ? [sayWhoGaveSeat(context, giverName, productName)]
          : [...listGiverWords(context, giverName, message), ...sayHowLong(context, claim)]),
      i18n._(
        msg`Open the link and sign in to accept it, with any account. The link works once, until ${deadline}.`,
      ),
    ],
    details: seatsRow(context, quantity),
    action: {
      label: isSeat ? i18n._(msg`Accept seat`) : i18n._(msg`Accept gift`),
      url: `${shop.origin}/claim#${secret}`,
    },
  };
}
