import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { meQuery } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { offerQuery, useBuy } from "../checkout/queries.ts";
import { describeTerms, labelBuy } from "./buy-copy.ts";
import styles from "./buy-panel.module.css";
import { InTheWay } from "./cannot-buy-notice.tsx";
import { PriceSwitch } from "../catalog/price-picker.tsx";
import { priceSeats } from "../catalog/price-copy.ts";
import type { Price, Product } from "../../http/shop.ts";
import { parseSeats, SeatsField } from "../catalog/seats-field.tsx";
import { useContinuedPurchase } from "./use-resumed-purchase.ts";

/** Choosing a price and buying; or what stands in the way: it is owned, or a payment is on its way. */
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
  const total = priceSeats(price, seats ?? 1);
  const wanted = { priceId: price.id, ...(perSeat && { quantity: seats ?? 1 }) };
  const buy = useBuy(product.slug);
  const unknown = me.isPending || (Boolean(user) && offer.isPending);
  const continuing = useContinuedPurchase({
    prices: product.prices,
    settled: !unknown,
    allowed: offer.data?.state === "available",
    onBuy: () => buy.mutate(wanted),
  });

  if (offer.data && offer.data.state !== "available") {
    const { state, entryId } = offer.data;
    return <InTheWay state={state} entryId={entryId} productId={product.id} />;
  }

  const trialAvailable = offer.data?.trialAvailable ?? true;
  const busy = continuing || buy.isPending || buy.isSuccess;
  const purchase = () => {
    if (perSeat && seats === null) return;
    if (user === null) navigate(paths.signIn(paths.buy(product.slug, wanted)));
    else buy.mutate(wanted);
  };
  return (
    <div className={styles.panel}>
      <PriceSwitch prices={product.prices} selected={price} onSelect={setPriceId} />
      {perSeat && <SeatsField value={seatsText} onChange={setSeatsText} />}
      {buy.isError && <ErrorNotice error={buy.error} />}
      <div className={styles.action}>
        {unknown && !continuing ? (
          <Skeleton width="13rem" height="2.75rem" />
        ) : (
          <Button kind="primary" busy={busy} onClick={purchase}>
            {busy ? "Opening the checkout…" : labelBuy(total, trialAvailable)}
          </Button>
        )}
        <p className={styles.terms}>{describeTerms(total, trialAvailable)}</p>
      </div>
    </div>
  );
}
