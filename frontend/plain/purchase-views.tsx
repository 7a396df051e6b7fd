import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Purchase } from "../../worker/render/plain-content.ts";
import { ApiError } from "../http/errors.ts";
import { formatsOf } from "../i18n/formats-of.ts";
import { describeError } from "../messages/errors.ts";
import { paths } from "../paths.ts";
import { Cover } from "../shop/catalog/cover.tsx";
import { addUpPrices, getPriceForSeats } from "../shop/catalog/price-copy.ts";
import { getBuyLabel } from "../shop/catalog/buy-copy.ts";
import { CannotBuyMessage } from "../shop/storefront/cannot-buy-message.tsx";
import { describeUpgrade } from "../shop/catalog/upgrade-copy.ts";
import type { Upgrade } from "../shop/library/upgrade-link.tsx";
import { SoldThroughLink } from "../shop/catalog/sold-through-link.tsx";
import { OrderSummary, toAddedProducts } from "../shop/catalog/order-summary.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { BackToProduct, ContinueToSite, GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

/** Leads to another site: by a link, and by a refresh of the document. */
export function showLeaving(i18n: I18n, { url, to }: ContentOf<"leaving">): View {
  return {
    title: to === "payment" ? i18n._(msg`Opening checkout…`) : i18n._(msg`Opening sign-in…`),
    body: (
      <>
        <p>{i18n._(msg`The next page opens in a moment. If it doesn’t, select the link below.`)}</p>
        <ContinueToSite url={url} />
      </>
    ),
  };
}

/** Asks to confirm a purchase after the sign-in. */
export function showConfirmPurchase(
  i18n: I18n,
  {
    product,
    price,
    quantity,
    addOnIds,
    added,
    trialAvailable,
    linkPath,
    discount,
    signInPath,
    upgrade,
  }: ContentOf<"confirmPurchase">,
  userName: string | null,
): View {
  const total = getPriceForSeats(price, quantity ?? 1);
  // Nobody pays more for the same.
  const isUpgradeOnly = upgrade?.priceId === price.id && added.length === 0;
  return {
    title: i18n._(msg`Confirm your purchase`),
    art: <Cover slug={product.slug} image={product.image} />,
    body: (
      <>
        {userName !== null && (
          <p>
            <Trans>You’re signed in as {userName}.</Trans>
          </p>
        )}
        <SoldThroughLink />
        {upgrade && <UpgradeForm upgrade={upgrade} linkPath={linkPath} />}
        {!isUpgradeOnly && (
          <>
            <OrderSummary
              name={product.name}
              price={total}
              seats={quantity}
              added={toAddedProducts(added)}
              trialAvailable={trialAvailable}
            />
            {discount && <p>{describeLinkDiscount(i18n, discount)}</p>}
            <BuyForm purchase={{ priceId: price.id, quantity, addOnIds, linkPath }} hasSeenTerms>
              {getBuyLabel(i18n, addUpPrices(total, added))}
            </BuyForm>
          </>
        )}
        {signInPath !== undefined && (
          <ButtonLink kind="plain" href={signInPath} external>
            {i18n._(msg`Have an account? Sign in first`)}
          </ButtonLink>
        )}
        <BackToProduct product={product} kind="plain" />
      </>
    ),
  };
}

/** Says what the code of a permanent link takes off. Stripe calculates the total: the code may be for later payments too. */
function describeLinkDiscount(
  i18n: I18n,
  {
    code,
    percentOff,
    amountOffMinor,
    currency,
  }: NonNullable<ContentOf<"confirmPurchase">["discount"]>,
): string {
  const formats = formatsOf(i18n);
  const off =
    amountOffMinor !== null && currency !== null
      ? formats.money(amountOffMinor, currency)
      : formats.percent((percentOff ?? 0) / 100, 2);
  return i18n._(
    msg`With the code ${code}, you pay ${off} less. You’ll see your total before you pay.`,
  );
}

/** Says why the product cannot be bought now, as the product's page does. */
export function showCannotBuy(content: ContentOf<"cannotBuy">): View {
  const { product, state, entryId, otherProductName, upgrade, linkPath } = content;
  return {
    title: product.name,
    art: <Cover slug={product.slug} image={product.image} />,
    body: (
      <>
        {upgrade && <UpgradeForm upgrade={upgrade} linkPath={linkPath} />}
        <CannotBuyMessage state={state} entryId={entryId} otherProductName={otherProductName} />
      </>
    ),
  };
}

/** Explains an error, and leads on. */
export function showFailure(i18n: I18n, { error, retry, product }: ContentOf<"failure">): View {
  const { code, status, currency, requestId, retryAfterSeconds } = error;
  const { title, nextStep } = describeError(
    i18n,
    new ApiError(status, { code, ...(currency !== undefined && { currency }) }, retryAfterSeconds),
  );
  return {
    title,
    body: (
      <>
        <p>{nextStep}</p>
        {retry && (
          <BuyForm purchase={retry} hasSeenTerms={false}>
            {i18n._(msg`Try again`)}
          </BuyForm>
        )}
        {product ? <BackToProduct product={product} /> : <GoToShop kind="secondary" />}
        {code === "currency_locked" && (
          <ButtonLink href={paths.billing}>{i18n._(msg`Go to billing`)}</ButtonLink>
        )}
        {status >= 500 && (
          <p>
            <Trans>
              Reference: <code>{requestId}</code>
            </Trans>
          </p>
        )}
      </>
    ),
  };
}

/** Offers the product at the difference to what the user has. */
function UpgradeForm({ upgrade, linkPath }: { upgrade: Upgrade; linkPath: string | undefined }) {
  const { i18n } = useLingui();
  const { title, text } = describeUpgrade(i18n, upgrade);
  const { priceId, orderId: upgradeOf, name } = upgrade;
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      <p>{text}</p>
      <BuyForm purchase={{ priceId, upgradeOf, linkPath }} hasSeenTerms>
        {title}
      </BuyForm>
    </>
  );
}

function BuyForm(props: { purchase: Purchase; hasSeenTerms: boolean; children: string }) {
  const { purchase, hasSeenTerms, children } = props;
  return (
    <form method="post" action={purchase.linkPath ?? paths.buyForm}>
      <input type="hidden" name="price" value={purchase.priceId} />
      {purchase.quantity !== undefined && (
        <input type="hidden" name="seats" value={purchase.quantity} />
      )}
      {purchase.addOnIds?.map((id) => (
        <input key={id} type="hidden" name="with" value={id} />
      ))}
      {purchase.upgradeOf !== undefined && (
        <input type="hidden" name="upgrade" value={purchase.upgradeOf} />
      )}
      {hasSeenTerms && <input type="hidden" name="terms" value="seen" />}
      <Button type="submit" kind="primary">
        {children}
      </Button>
    </form>
  );
}
