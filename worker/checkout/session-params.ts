import type Stripe from "stripe";
import type { CheckoutGift } from "../db/schema/billing.ts";
import { writeDuration } from "../lib/duration.ts";
import { SECOND } from "../lib/time.ts";
import { isLocale } from "../shared/locales.ts";
import { toStripeLocale } from "../stripe/locales.ts";
import { toMetadata } from "../stripe/metadata.ts";
import type { PriceWithProduct } from "../catalog/require-price.ts";
import { MAX_SEATS } from "../catalog/seats.ts";
import type { TaxSettings } from "../settings/tax-settings.ts";
import { isPermanentLink } from "../purchases/checkout/store-permanent-links.ts";
import type { CheckoutRow } from "../purchases/checkout/store.ts";
import type { CheckoutConsent } from "./describe-consent.ts";

/**
 * Returns the parameters of the Checkout session. They depend only on the arguments, so that a retry sends the same
 * ones. The return URL contains our own id; Stripe's session id is never passed through the browser. Where Link is the
 * seller, what Stripe refuses beside that is left out (decision 101).
 */
export function toSessionParams(
  checkout: Pick<
    CheckoutRow,
    | "id"
    | "userId"
    | "productId"
    | "priceId"
    | "quantity"
    | "trialDays"
    | "locale"
    | "expiresAt"
    | "linkId"
    | "referral"
    | "promotionCodeId"
    | "gift"
    | "upgradeOf"
    | "upgradeCreditMinor"
  >,
  facts: {
    origin: string;
    stripeCustomerId: string;
    price: Pick<
      PriceWithProduct["price"],
      | "stripePriceId"
      | "type"
      | "model"
      | "amountMinor"
      | "currency"
      | "interval"
      | "intervalCount"
      | "taxBehavior"
    >;
    stripeProductId: string | null;
    /** What is bought beside it, once each. */
    added: PriceWithProduct[];
    slug: string;
    tax: TaxSettings;
    /** Whether it is paid without signing in: the sync then makes the claim for it. */
    isGuest: boolean;
    /** Whether the buyer can enter a promotion code, unless a link has one. */
    asksForCode: boolean;
    /** What the buyer is asked to accept; null for nothing. */
    consent: CheckoutConsent | null;
  },
): Stripe.Checkout.SessionCreateParams {
  const metadata = toMetadata({
    checkoutId: checkout.id,
    userId: checkout.userId,
    productId: checkout.productId,
    priceId: checkout.priceId,
    ...(isLocale(checkout.locale) && { locale: checkout.locale }),
    // A link of another program is noted only after the session is made.
    ...(isPermanentLink(checkout.linkId) && {
      linkId: checkout.linkId,
      ...(checkout.referral !== null && { referral: checkout.referral }),
    }),
    ...(checkout.gift && { gift: durationOf(facts.price, checkout.gift) ?? "1" }),
    ...(facts.isGuest && { guest: "1" }),
    ...(checkout.upgradeOf !== null && { upgradeOf: checkout.upgradeOf }),
  });
  const {
    price,
    tax: { soldByLink },
  } = facts;
  const isFree =
    price.amountMinor === 0 && facts.added.every((added) => added.price.amountMinor === 0);
  // Link refuses a text of ours, and the contract is with it.
  const consent = facts.consent && soldByLink ? { text: null, record: null } : facts.consent;
  const common = {
    customer: facts.stripeCustomerId,
    ...(isLocale(checkout.locale) && { locale: toStripeLocale(checkout.locale) }),
    client_reference_id: checkout.userId,
    line_items: [
      {
        ...toPriceParams(facts, checkout.gift),
        quantity: checkout.quantity,
        ...(price.model === "per_seat" &&
          !soldByLink && {
            adjustable_quantity: { enabled: true, minimum: 1, maximum: MAX_SEATS },
          }),
        // With several lines, each says what it is of.
        ...(facts.added.length > 0 && { metadata: toLineMetadata(checkout) }),
      },
      ...facts.added.map((added) => ({
        price: added.price.stripePriceId,
        quantity: 1,
        metadata: toLineMetadata({ productId: added.product.id, priceId: added.price.id }),
      })),
    ],
    // Stripe allows no discount on an amount chosen by the buyer, and none is needed on a free price.
    ...(price.model !== "pay_what_you_want" && !isFree && toCodeParams(checkout, facts)),
    success_url: `${facts.origin}/checkout/return?checkout=${checkout.id}`,
    cancel_url: `${facts.origin}/p/${facts.slug}`,
    expires_at: Math.floor(checkout.expiresAt / SECOND),
    metadata: {
      ...metadata,
      ...(consent?.record && toMetadata({ consent: consent.record })),
    },
    // Said in any case: some Stripe accounts sell through Link unless told otherwise, and then refuse what follows.
    managed_payments: { enabled: soldByLink },
    ...(!soldByLink && toTaxParams(facts.tax)),
    ...toConsentParams(consent),
  };
  // A gift of a recurring price is paid once for all of its periods (decision 129).
  if (price.type === "one_time" || checkout.gift) {
    return {
      ...common,
      mode: "payment",
      payment_intent_data: { metadata },
      ...(!soldByLink && { invoice_creation: { enabled: true, invoice_data: { metadata } } }),
    };
  }
  return {
    ...common,
    mode: "subscription",
    // A free membership asks for no card. A free trial does, since it becomes a paid subscription.
    ...(isFree && { payment_method_collection: "if_required" as const }),
    subscription_data: {
      metadata,
      ...(checkout.trialDays > 0 && {
        trial_period_days: checkout.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
      }),
    },
  };
}

type SoldPrice = Parameters<typeof toSessionParams>[1]["price"];

/** Returns how long a recurring price is given for; null for a price that is paid once. */
function durationOf(price: SoldPrice, { periods = 1 }: CheckoutGift): string | null {
  const { interval, intervalCount } = price;
  if (interval === null) return null;
  return writeDuration({ interval, count: periods * (intervalCount ?? 1) });
}

/** The price at Stripe, or for some periods of a recurring one, a price of this session alone. */
function toPriceParams(
  { price, stripeProductId }: { price: SoldPrice; stripeProductId: string | null },
  gift: CheckoutGift | null,
): Pick<Stripe.Checkout.SessionCreateParams.LineItem, "price" | "price_data"> {
  if (price.type === "one_time" || !gift || stripeProductId === null)
    return { price: price.stripePriceId };
  const { currency, taxBehavior, amountMinor } = price;
  return {
    price_data: {
      currency,
      product: stripeProductId,
      unit_amount: amountMinor * (gift.periods ?? 1),
      ...(taxBehavior && { tax_behavior: taxBehavior }),
    },
  };
}

const toLineMetadata = ({ productId, priceId }: { productId: string; priceId: string }) =>
  toMetadata({ productId, priceId });

/** Applies what an upgrade takes off, or the code of a permanent link, or lets the buyer enter one: Stripe refuses both together. */
function toCodeParams(
  checkout: Pick<CheckoutRow, "promotionCodeId" | "upgradeOf" | "upgradeCreditMinor">,
  { asksForCode }: { asksForCode: boolean },
): Pick<Stripe.Checkout.SessionCreateParams, "discounts" | "allow_promotion_codes"> {
  const { promotionCodeId } = checkout;
  const coupon = toUpgradeCoupon(checkout);
  if (coupon !== null) return { discounts: [{ coupon }] };
  if (promotionCodeId !== null) return { discounts: [{ promotion_code: promotionCodeId }] };
  return asksForCode ? { allow_promotion_codes: true } : {};
}

/** The id at Stripe of the coupon that takes off what was paid for the smaller product; null if it is no upgrade. */
export const toUpgradeCoupon = ({
  upgradeOf,
  upgradeCreditMinor: credit,
}: Pick<CheckoutRow, "upgradeOf" | "upgradeCreditMinor">): string | null =>
  upgradeOf === null || credit === null ? null : `gatehouse_upgrade_${upgradeOf}_${credit}`;

/**
 * Saves the address and name entered on Stripe's page with the customer. Otherwise Stripe refuses to calculate tax or
 * to collect tax ids.
 */
function toTaxParams({
  automatic,
  collectTaxIds,
  requireBillingAddress,
}: TaxSettings): Pick<
  Stripe.Checkout.SessionCreateParams,
  "automatic_tax" | "tax_id_collection" | "billing_address_collection" | "customer_update"
> {
  return {
    ...(automatic && { automatic_tax: { enabled: true } }),
    ...(collectTaxIds && { tax_id_collection: { enabled: true } }),
    ...(requireBillingAddress && { billing_address_collection: "required" as const }),
    ...((automatic || collectTaxIds) && {
      customer_update: {
        address: "auto" as const,
        ...(collectTaxIds && { name: "auto" as const }),
      },
    }),
  };
}

/**
 * Asks for one box to be ticked before the buyer can pay. Stripe has a single box, so what the law asks for by kind is
 * in its text. Where Link sells, the text is Stripe's own.
 */
function toConsentParams(
  consent: CheckoutConsent | null,
): Pick<Stripe.Checkout.SessionCreateParams, "consent_collection" | "custom_text"> {
  if (!consent) return {};
  const { text: message } = consent;
  return {
    consent_collection: { terms_of_service: "required" },
    ...(message !== null && { custom_text: { terms_of_service_acceptance: { message } } }),
  };
}
