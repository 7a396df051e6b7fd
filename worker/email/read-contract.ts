import type { Ctx } from "../context.ts";
import type { LibraryItem } from "../delivery/library/list-library-items.ts";
import { findByTopic, findRules, findWithdrawalPeriod } from "../law/rules.ts";
import { toUtcDay } from "../lib/time.ts";
import { readConsentRecord } from "../purchases/consent-record.ts";
import { findOrder } from "../purchases/orders/store.ts";
import { findPaymentByIntent } from "../purchases/payments/store.ts";
import { findSubscription } from "../purchases/subscriptions/store.ts";
import { lawSettings } from "../settings/law-settings.ts";
import { findLegalText, findLegalVersionText } from "../settings/legal-pages.ts";
import { legalVersionPath } from "../settings/legal-versions.ts";
import type { ContractFacts } from "./kinds/contract.ts";

/**
 * Reads what the confirmation of a purchase says about the contract, with the terms in the language of `ctx.texts` or, if
 * the buyer accepted them, as they were then.
 * @returns null for a gift, for something free, for what Link sells, and where no rule gives a right to withdraw
 */
export async function readContract(
  ctx: Ctx,
  entry: Pick<LibraryItem, "source" | "sourceId" | "price"> & { userId: string },
): Promise<ContractFacts | null> {
  const { sourceId: id, userId, price } = entry;
  if (!price || price.amountMinor === 0) return null;
  const row = await findPurchase(ctx, entry);
  // A contract that Link concludes is confirmed by Link.
  if (row?.userId !== userId || row.soldByLink) return null;
  const { stripePaymentIntentId } = row;
  const payment =
    stripePaymentIntentId === null
      ? undefined
      : await findPaymentByIntent(ctx.db, row.customerId, stripePaymentIntentId);
  const withdrawal = await findPeriod(ctx, payment?.country ?? null, toUtcDay(row.createdAt));
  if (!withdrawal) return null;
  const { consentedAt, consentText } = row;
  const record = consentedAt === null ? null : readConsentRecord(row.consentRecord);
  return {
    id,
    withdrawal,
    consent:
      consentedAt === null || consentText === null
        ? null
        : { kinds: record?.kinds ?? [], text: consentText, at: consentedAt },
    terms: await findTerms(ctx, record?.termsHash ?? null),
  };
}

async function findPurchase(
  ctx: Ctx,
  { source, sourceId: id, userId }: Parameters<typeof readContract>[1],
) {
  if (source === "gift") return null;
  if (source === "order") return findOrder(ctx.db, id, ctx.config.stripe.mode);
  const row = await findSubscription(ctx.db, { id, userId });
  return row && { ...row, stripePaymentIntentId: row.latestPaymentIntentId };
}

/** Finds the period where the buyer lives. Without a country, it is the longest of the countries that the shop sells to. */
async function findPeriod(ctx: Ctx, country: string | null, on: string) {
  if (country !== null) return findWithdrawalPeriod(country, on);
  const { buyers } = await lawSettings.read(ctx);
  const [longest = null] = findByTopic(
    findRules({ seller: null, buyers, on }),
    "withdrawal_period",
  ).toSorted((one, other) => other.days - one.days);
  return longest;
}

/** @param acceptedHash of the terms that the buyer accepted; null for the current ones */
async function findTerms(ctx: Ctx, acceptedHash: string | null): Promise<ContractFacts["terms"]> {
  const accepted =
    acceptedHash === null
      ? null
      : await findLegalVersionText(ctx, { page: "terms", hash: acceptedHash });
  const text = accepted?.text ?? (await findLegalText(ctx, "terms"));
  return text === null
    ? null
    : { text, url: `${ctx.config.origin}${legalVersionPath("terms", text)}` };
}
