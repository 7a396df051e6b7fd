import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, type MouseEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import { formatsOf } from "../../i18n/formats-of.ts";
import { meQuery } from "../../http/session.ts";
import type { Price, ProductDetails } from "../../http/shop.ts";
import { useQuery } from "../../http/use-query.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { addUpPrices, describeInterval } from "../catalog/price-copy.ts";
import { PricePicker } from "../catalog/price-picker.tsx";
import { SoldThroughLink } from "../catalog/sold-through-link.tsx";
import { SeatsField } from "../catalog/seats-field.tsx";
import { offerQuery, useStartCheckout } from "../checkout/queries.ts";
import { UnpaidCheckouts } from "../catalog/unpaid-checkouts.tsx";
import { libraryQuery } from "../library/queries.ts";
import { describePaymentTerms, getBuyLabel } from "../catalog/buy-copy.ts";
import { AddOns } from "./add-ons.tsx";
import styles from "./buy-panel.module.css";
import { BuyAsGift } from "./buy-as-gift.tsx";
import { CannotBuyMessage, type CannotBuyState } from "./cannot-buy-message.tsx";
import { OrderSummary } from "../catalog/order-summary.tsx";
import { usePayFirst } from "./use-pay-first.ts";
import { usePriceSelection } from "./use-price-selection.ts";
import { useResumedPurchase } from "./use-resumed-purchase.ts";

// Few can upgrade, and the Worker draws the page for everybody.
const UpgradeOffer = import.meta.env.SSR
  ? () => null
  : lazy(async () => ({ default: (await import("./upgrade-offer.tsx")).UpgradeOffer }));

/**
 * Lets the user choose a price and buy, or explains why the product cannot be bought. It is a form, so that it also
 * works without JavaScript and before the page's script has run (decision 45).
 */
export function BuyPanel({
  product,
}: {
  product: ProductDetails & { prices: [Price, ...Price[]] };
}) {
  const { t } = useLingui();
  const me = useQuery(meQuery);
  const user = me.data?.user;
  const offer = useQuery({ ...offerQuery(product.id), enabled: Boolean(user) });
  const owned = offer.data?.ownedAddOnIds ?? [];
  const choice = usePriceSelection(
    product.prices,
    offer.data?.currency ?? null,
    product.addOns.filter(({ id }) => !owned.includes(id)),
  );
  const { price, selection } = choice;
  const [, navigate] = useLocation();
  const buy = useStartCheckout(product.slug);
  const canPayFirst = usePayFirst(price);
  const isLoading = me.isPending || (Boolean(user) && offer.isPending);
  // The page is the same for all visitors until the offer is known.
  const trialAvailable = offer.data?.trialAvailable ?? true;
  const startPurchase = () => {
    if (selection === null) return;
    if (user === null && !canPayFirst) navigate(paths.signIn(paths.buy(product.slug, selection)));
    else buy.mutate(selection);
  };
  const { isResuming, resumeWhenReady } = useResumedPurchase({
    prices: product.prices,
    isReady: !isLoading,
    onResume: (reason) => {
      // At the full price nothing begins by itself if the user can upgrade.
      const canBuy = offer.data?.state === "available" && !offer.data.upgrade;
      if (reason === "sign-in" && canBuy) startPurchase();
      // The button has promised a free trial. Without one, the user sees the terms and decides again.
      const hasLostTrial = price.trialDays > 0 && !trialAvailable;
      if (reason === "click" && (canBuy || !offer.data) && !hasLostTrial) startPurchase();
    },
  });

  const upgrade = offer.data?.upgrade && (
    <Suspense>
      <UpgradeOffer upgrade={offer.data.upgrade} />
    </Suspense>
  );
  if (offer.data && offer.data.state !== "available") {
    const { state, entryId } = offer.data;
    return (
      <>
        {upgrade}
        <CannotBuyNotice state={state} entryId={entryId} productId={product.id} />
        <BuyAsGift slug={product.slug} prices={product.prices} />
      </>
    );
  }

  // Nobody pays more for the same.
  const isUpgradeOnly =
    offer.data?.upgrade?.priceId === price.id &&
    product.prices.length === 1 &&
    choice.offered.length === 0;
  const busy = isResuming || buy.isLeaving;
  const ownedParts = product.parts.flatMap(({ id, name }) =>
    offer.data?.ownedPartIds.includes(id) ? name : [],
  );
  const handleClick = (event: MouseEvent) => {
    event.preventDefault();
    if (isLoading) resumeWhenReady();
    else startPurchase();
  };
  return (
    <>
      {upgrade}
      {!isUpgradeOnly && (
        <BuyForm
          product={{ name: product.name, lang: product.langs?.name }}
          prices={product.prices}
          choice={choice}
          trialAvailable={trialAvailable}
          busy={busy}
          notice={
            <>
              {offer.data?.resumeUrl && (
                <UnpaidCheckouts
                  unpaid={[
                    { id: product.id, productName: product.name, url: offer.data.resumeUrl },
                  ]}
                />
              )}
              <OwnedParts names={ownedParts} />
              {buy.isError && <ErrorNotice error={buy.error} />}
            </>
          }
          onBuy={handleClick}
        />
      )}
      <div className={styles.others}>
        <BuyAsGift slug={product.slug} prices={[price]} quantity={selection?.quantity} />
        {canPayFirst && selection && (
          <span className={user ? styles.other : undefined}>
            <ButtonLink kind="plain" href={paths.signIn(paths.buy(product.slug, selection))}>
              {t`Have an account? Sign in first`}
            </ButtonLink>
          </span>
        )}
      </div>
    </>
  );
}

/**
 * The prices, the seats, what is bought and the button.
 * @param props.notice shown above the button
 */
export function BuyForm({
  product,
  prices,
  choice,
  trialAvailable,
  busy,
  notice,
  onBuy,
}: {
  product: { name: string; lang: string | undefined };
  prices: Price[];
  choice: ReturnType<typeof usePriceSelection>;
  trialAvailable: boolean;
  busy: boolean;
  notice: ReactNode;
  onBuy: (event: MouseEvent) => void;
}) {
  const { t, i18n } = useLingui();
  const { form, price, setPriceId, seatsText, setSeatsText, getTotal, offered, added } = choice;
  const total = addUpPrices(getTotal(price), added);
  return (
    <form ref={form} method="post" action={paths.buyForm} className={styles.panel}>
      <PricePicker prices={prices} selected={price} onSelect={setPriceId} />
      <Seats prices={prices} price={price} value={seatsText} onChange={setSeatsText} />
      {offered.length > 0 && (
        <AddOns offered={offered} added={added} onToggle={choice.toggleAddOn} />
      )}
      {notice}
      <div className={styles.action}>
        <SoldThroughLink className={styles.terms} />
        <ByPrice
          prices={prices}
          withoutScript={prices.map((price) => (
            <p key={price.id} className={styles.terms}>
              {describeInterval(i18n, price)}: {describePaymentTerms(i18n, price, trialAvailable)}
            </p>
          ))}
        >
          {prices.map((one) => (
            <div key={one.id} className={one.id === price.id ? undefined : styles.other}>
              <OrderSummary
                {...product}
                price={getTotal(one)}
                seats={one.id === price.id ? choice.selection?.quantity : undefined}
                added={one.currency === price.currency ? added : []}
                trialAvailable={trialAvailable}
              />
            </div>
          ))}
        </ByPrice>
        <Button kind="primary" type="submit" busy={busy} onClick={onBuy}>
          {busy ? t`Opening checkout…` : <BuyLabel prices={prices} price={total} />}
        </Button>
      </div>
    </form>
  );
}

/** Says which products of a bundle the user has already. */
function OwnedParts({ names }: { names: string[] }) {
  const { t, i18n } = useLingui();
  if (names.length === 0) return null;
  const list = formatsOf(i18n).list(names);
  return (
    <p
      className={styles.terms}
    >{t`You already have ${list}. The price of the bundle stays the same.`}</p>
  );
}

/** The number of seats, for a price per seat. Without scripts, the field is there if any price is per seat. */
function Seats(props: {
  prices: Price[];
  price: Price;
  value: string;
  onChange: (value: string) => void;
}) {
  const { prices, price, value, onChange } = props;
  const field = <SeatsField value={value} onChange={onChange} />;
  if (price.model === "per_seat") return field;
  return prices.some(({ model }) => model === "per_seat") && <noscript>{field}</noscript>;
}

/** The label of the button. Without scripts it says that the order costs money if any of the prices does. */
function BuyLabel({ prices, price }: { prices: Price[]; price: Price }) {
  const { i18n } = useLingui();
  const label = getBuyLabel(i18n, price);
  const paid = getBuyLabel(i18n, prices.find(({ amountMinor }) => amountMinor > 0) ?? price);
  if (label === paid) return label;
  return (
    <>
      <span className={styles.withScript}>{label}</span>
      <span className={styles.withoutScript}>{paid}</span>
    </>
  );
}

/**
 * What depends on the chosen price and seats. Without scripts it would not change, so something else takes its place.
 * Children lie on each other, so that the tallest keeps the room: the button below may not move while it is pressed.
 */
function ByPrice(props: { prices: Price[]; children: ReactNode; withoutScript: ReactNode }) {
  const { prices, children, withoutScript } = props;
  const isFixed = prices.length === 1 && prices[0]?.model !== "per_seat";
  if (isFixed) return children;
  return (
    <>
      <div className={classNames(styles.withScript, styles.stack)}>{children}</div>
      <noscript>{withoutScript}</noscript>
    </>
  );
}

/** Explains why this product cannot be bought now. The name of another product comes from the library. */
function CannotBuyNotice({
  state,
  entryId,
  productId,
}: {
  state: CannotBuyState;
  entryId: string | null;
  productId: string;
}) {
  const library = useQuery(libraryQuery);
  if (library.isPending) return <Skeleton width="20rem" height="7rem" />;
  const entry = library.data?.entries.find(({ id }) => id === entryId);
  const otherProductName = entry && entry.product.id !== productId ? entry.product.name : undefined;
  return <CannotBuyMessage state={state} entryId={entryId} otherProductName={otherProductName} />;
}
