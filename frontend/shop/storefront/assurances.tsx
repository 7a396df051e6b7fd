import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { useShop, type Price, type ProductDetails, type ShopDetails } from "../../http/shop.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { joinSentences } from "../../i18n/join-sentences.ts";
import { paths } from "../../paths.ts";
import { legalPageTitles } from "../../shell/page-titles.ts";
import { SellerText } from "../../ui/seller-text.tsx";
import styles from "./assurances.module.css";

/** The legal pages that are read before a purchase. The terms are agreed to at checkout. */
const pagesBeforePurchase = ["refunds", "withdrawal", "imprint"] as const;

/** Who sells, how to pay, what is added at checkout, and what the shop says of refunds, beside the price. */
export function Assurances({
  prices,
  refunds,
}: {
  prices: Price[];
  refunds: ProductDetails["refunds"];
}) {
  const { i18n } = useLingui();
  const shop = useShop();
  if (!shop || prices.every(({ amountMinor }) => amountMinor === 0)) return null;
  const pages = pagesBeforePurchase.filter((page) => shop.legal.includes(page));
  return (
    <div className={styles.assurances}>
      <p>{describeSale(i18n, shop, prices)}</p>
      {refunds && <SellerText lang={refunds.lang}>{refunds.text}</SellerText>}
      {pages.length > 0 && (
        <p className={styles.pages}>
          {pages.map((page) => (
            <Link key={page} href={paths.legal(page)}>
              {i18n._(legalPageTitles[page])}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}

/** Says who sells, how to pay and what is added: "Sold by Tidewater, Canada. Pay by card, …". */
export function describeSale(
  i18n: I18n,
  shop: Pick<ShopDetails, "seller" | "soldByLink" | "isTaxCalculated">,
  prices: Pick<Price, "amountMinor" | "currency" | "tax">[],
): string {
  const paid = prices.filter(({ amountMinor }) => amountMinor > 0);
  const currencies = [...new Set(paid.map(({ currency }) => currency))].filter((currency) =>
    isAmbiguous(i18n, currency),
  );
  const seller = describeSeller(i18n, shop.seller);
  return joinSentences(
    i18n.locale,
    ...[
      // Where Link sells, that is said above the button.
      !shop.soldByLink &&
        msg({
          message: `Sold by ${seller}.`,
          comment: "{seller}: a name and a place, such as “Tidewater, Lisbon, Portugal”",
        }),
      msg`Pay by card, wallet, or another method that Stripe offers where you are.`,
      describeTax(shop, paid),
      ...currencies.map((currency) => {
        const code = currency.toUpperCase();
        return msg({
          message: `Amounts are in ${code}.`,
          comment: "{code}: a currency’s code, USD",
        });
      }),
    ].flatMap((sentence) => (sentence ? [i18n._(sentence)] : [])),
  );
}

function describeSeller(i18n: I18n, { name, city, country }: ShopDetails["seller"]): string {
  return [name, city, country && formatsOf(i18n).country(country)].filter(Boolean).join(", ");
}

/** Nothing is said where prices differ, or where Stripe has not yet answered what they include. */
function describeTax(
  { isTaxCalculated }: Pick<ShopDetails, "isTaxCalculated">,
  paid: Pick<Price, "tax">[],
) {
  if (!isTaxCalculated) return msg`No tax is added at checkout.`;
  if (paid.every(({ tax }) => tax === "inclusive")) return msg`Tax is included in the price.`;
  if (paid.every(({ tax }) => tax === "exclusive"))
    return msg`Tax is added at checkout, depending on where you are.`;
  return null;
}

/** Whether other currencies have the same sign: a reader can't know whose dollars `$29` are. */
function isAmbiguous(i18n: I18n, currency: string): boolean {
  return (
    formatsOf(i18n)
      .money(0, currency)
      .replaceAll(/[\d.,\s\u200e\u200f]/g, "") === "$"
  );
}
