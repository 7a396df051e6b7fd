import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { meQuery } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { offerQuery, useStartCheckout } from "../checkout/queries.ts";
import { describePaymentTerms, getBuyLabel } from "./buy-copy.ts";
import styles from "./buy-panel.module.css";
import { CannotBuyNotice } from "./cannot-buy-notice.tsx";
import { PricePicker } from "../catalog/price-picker.tsx";
import { getPriceForSeats } from "../catalog/price-copy.ts";
import type { Price, Product } from "../../http/shop.ts";
import { parseSeats, SeatsField } from "../catalog/seats-field.tsx";
import { useResumedPurchase } from "./use-resumed-purchase.ts";

/** Lets the user choose a price and buy, or explains why the product cannot be bought. */
export function BuyPanel({ product }: { product: Product & { prices: [Price, ...Price[]] } }) {
  const me = useQuery(meQuery);
  const user = me.data?.user;
  const offer = useQuery({ ...offerQuery(product.id), enabled: Boolean(user) });
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const [priceId, setPriceId] = useState(search.get("buy"));
  const [seatsText, setSeatsText] = useState(search.get("seats") ?? "1");
  const currency = offer.data?.currency ?? null;
  const price =
    product.prices.find(({ id }) => id === priceId) ??
    product.prices.find((price) => price.currency === currency) ??
    product.prices[0];
  const perSeat = price.model === "per_seat";
  const seats = parseSeats(seatsText);
  const total = getPriceForSeats(price, seats ?? 1);
  const selection = { priceId: price.id, ...(perSeat && { quantity: seats ?? 1 }) };
  const buy = useStartCheckout(product.slug);
  const isLoading = me.isPending || (Boolean(user) && offer.isPending);
  const isResuming = useResumedPurchase({
    prices: product.prices,
    isReady: !isLoading,
    canBuy: offer.data?.state === "available",
    onBuy: () => buy.mutate(selection),
  });

  if (offer.data && offer.data.state !== "available") {
    const { state, entryId } = offer.data;
    return <CannotBuyNotice state={state} entryId={entryId} productId={product.id} />;
  }

  const trialAvailable = offer.data?.trialAvailable ?? true;
  const busy = isResuming || buy.isPending || buy.isSuccess;
  const startPurchase = () => {
    if (perSeat && seats === null) return;
    if (user === null) navigate(paths.signIn(paths.buy(product.slug, selection)));
    else buy.mutate(selection);
  };
  return (
    <div className={styles.panel}>
      <PricePicker prices={product.prices} selected={price} onSelect={setPriceId} />
      {perSeat && <SeatsField value={seatsText} onChange={setSeatsText} />}
      {buy.isError && <ErrorNotice error={buy.error} />}
      <div className={styles.action}>
        {isLoading && !isResuming ? (
          <Skeleton width="13rem" height="2.75rem" />
        ) : (
          <Button kind="primary" busy={busy} onClick={startPurchase}>
            {busy ? "Opening the checkout…" : getBuyLabel(total, trialAvailable)}
          </Button>
        )}
        <p className={styles.terms}>{describePaymentTerms(total, trialAvailable)}</p>
      </div>
    </div>
  );
}
