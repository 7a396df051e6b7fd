import type { Purchase } from "../../worker/shop/site/plain/content.ts";
import { ApiError } from "../http/errors.ts";
import { describeError } from "../messages/errors.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Cover } from "../shop/catalog/cover.tsx";
import { describeRate, describeTotal, getPriceForSeats } from "../shop/catalog/price-copy.ts";
import { describePaymentTerms, getBuyLabel } from "../shop/storefront/buy-copy.ts";
import { CannotBuyMessage } from "../shop/storefront/cannot-buy-message.tsx";
import type { ContentOf, View } from "./view.ts";

/** Leads to another site. The document goes there by itself, too. */
export function showLeaving({ url, to }: ContentOf<"leaving">): View {
  return {
    title: to === "payment" ? "Opening the checkout…" : "Going to sign in…",
    body: (
      <>
        <p>The next page opens in a moment. If it does not, follow the link.</p>
        <ButtonLink kind="primary" href={url} external>
          Continue to {new URL(url).host}
        </ButtonLink>
      </>
    ),
  };
}

/** Asks once more before a purchase, after the sign-in. */
export function showConfirmPurchase(
  { product, price, quantity, trialAvailable }: ContentOf<"confirmPurchase">,
  userName: string | null,
): View {
  const total = getPriceForSeats(price, quantity ?? 1);
  return {
    title: "Confirm your purchase",
    art: <Cover slug={product.slug} image={product.image} />,
    body: (
      <>
        <p>
          {product.name},{" "}
          {quantity === undefined ? describeRate(price) : describeTotal(total, quantity)}.{" "}
          {describePaymentTerms(total, trialAvailable)}
        </p>
        {userName !== null && <p>You are signed in as {userName}.</p>}
        <BuyForm purchase={{ priceId: price.id, quantity }} hasSeenTerms>
          {getBuyLabel(total, trialAvailable)}
        </BuyForm>
        <ButtonLink kind="plain" href={paths.product(product.slug)}>
          Back to {product.name}
        </ButtonLink>
      </>
    ),
  };
}

/** Says why the product cannot be bought now, as the product's page does. */
export function showCannotBuy(content: ContentOf<"cannotBuy">): View {
  const { product, state, entryId, otherProductName } = content;
  return {
    title: product.name,
    art: <Cover slug={product.slug} image={product.image} />,
    body: <CannotBuyMessage state={state} entryId={entryId} otherProductName={otherProductName} />,
  };
}

/** Explains an error, and leads on. */
export function showFailure({ error, retry, product }: ContentOf<"failure">): View {
  const { code, status, currency, requestId, retryAfterSeconds } = error;
  const { title, nextStep } = describeError(
    new ApiError(status, { code, ...(currency !== undefined && { currency }) }, retryAfterSeconds),
  );
  return {
    title,
    body: (
      <>
        <p>{nextStep}</p>
        {retry && (
          <BuyForm purchase={retry} hasSeenTerms={false}>
            Try again
          </BuyForm>
        )}
        {product ? (
          <ButtonLink href={paths.product(product.slug)}>Back to {product.name}</ButtonLink>
        ) : (
          <ButtonLink href={paths.home}>Go to the shop</ButtonLink>
        )}
        {code === "currency_locked" && <ButtonLink href={paths.billing}>Go to billing</ButtonLink>}
        {status >= 500 && (
          <p>
            Reference <code>{requestId}</code>
          </p>
        )}
      </>
    ),
  };
}

function BuyForm(props: { purchase: Purchase; hasSeenTerms: boolean; children: string }) {
  const { purchase, hasSeenTerms, children } = props;
  return (
    <form method="post" action={paths.buyForm}>
      <input type="hidden" name="price" value={purchase.priceId} />
      {purchase.quantity !== undefined && (
        <input type="hidden" name="seats" value={purchase.quantity} />
      )}
      {hasSeenTerms && <input type="hidden" name="terms" value="seen" />}
      <Button type="submit" kind="primary">
        {children}
      </Button>
    </form>
  );
}
