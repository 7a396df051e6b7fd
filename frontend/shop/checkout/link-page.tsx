import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Redirect, useParams } from "wouter";
import { checkoutLinkQuery } from "../../http/checkout-links.ts";
import { ApiError, isApiError, isMissing } from "../../http/errors.ts";
import { meQuery } from "../../http/session.ts";
import { describeErrorCode } from "../../messages/errors.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { StatusPage } from "../../shell/status-page.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { getBuyLabel } from "../catalog/buy-copy.ts";
import { Cover } from "../catalog/cover.tsx";
import { OrderSummary, toAddedProducts } from "../catalog/order-summary.tsx";
import { addUpPrices, getPriceForSeats } from "../catalog/price-copy.ts";
import { SoldThroughLink } from "../catalog/sold-through-link.tsx";
import { offerQuery, useOpenCheckoutLink } from "./queries.ts";

/**
 * `/checkout/:id`: a purchase that another program prepared. Leads through sign-in to its last screen, whose button opens
 * the payment page (decision 98).
 */
export default function CheckoutLinkPage() {
  const { id = "" } = useParams();
  const query = useLink(id);
  if (isMissing(query.error)) return <NotFound />;
  return (
    <QueryBoundary query={query} lines={3} level="page">
      {(link) =>
        link.state === "open" ? (
          <OpenLink id={id} link={link} />
        ) : (
          <ClosedLink code={link.state === "complete" ? "checkout_paid" : "checkout_expired"} />
        )
      }
    </QueryBoundary>
  );
}

type Link = NonNullable<ReturnType<typeof useLink>["data"]>;
const useLink = (id: string) => useQuery(checkoutLinkQuery(id));

function OpenLink({ id, link: { purchase, quantity } }: { id: string; link: Link }) {
  const me = useQuery(meQuery);
  return (
    <QueryBoundary query={me} lines={3} level="page">
      {({ user }) =>
        !user ? (
          <Redirect to={paths.signIn(paths.checkoutLink(id))} replace />
        ) : purchase ? (
          <Order id={id} purchase={purchase} quantity={quantity} />
        ) : (
          <ClosedLink code="price_unavailable" />
        )
      }
    </QueryBoundary>
  );
}

type Purchase = NonNullable<Link["purchase"]>;

/** What the link sells, and the button that orders it. */
function Order({ id, purchase, quantity }: { id: string; purchase: Purchase; quantity: number }) {
  const { t, i18n } = useLingui();
  const { product, price, productId, added } = purchase;
  const offer = useQuery(offerQuery(productId));
  const { mutate, error, isLeaving } = useOpenCheckoutLink(id);
  const total = getPriceForSeats(price, quantity);
  if (!error)
    return (
      <QueryBoundary query={offer} lines={3} level="page">
        {({ trialAvailable }) => (
          <StatusPage art={<Cover slug={product.slug} image={product.image} />}>
            <PageHeading>{t`Your purchase`}</PageHeading>
            <SoldThroughLink />
            <OrderSummary
              name={product.name}
              price={total}
              seats={quantity}
              added={toAddedProducts(added)}
              trialAvailable={trialAvailable}
            />
            <Button kind="primary" busy={isLeaving} onClick={() => mutate()}>
              {isLeaving ? t`Opening checkout…` : getBuyLabel(i18n, addUpPrices(total, added))}
            </Button>
          </StatusPage>
        )}
      </QueryBoundary>
    );
  const closedCode = closedCodes.find((code) => isApiError(error, code));
  if (closedCode) return <ClosedLink code={closedCode} />;
  return (
    <StatusPage>
      <PageHeading>{t`Couldn’t open the checkout.`}</PageHeading>
      <ErrorNotice error={error} />
      <NextStep
        error={error}
        signIn={paths.signIn(paths.checkoutLink(id))}
        onRetry={() => mutate()}
      />
    </StatusPage>
  );
}

/** Leads to where the error message sends the user. */
function NextStep(props: { error: Error; signIn: string; onRetry: () => void }) {
  const { t } = useLingui();
  const { error, signIn, onRetry } = props;
  switch (error instanceof ApiError ? error.code : null) {
    case "checkout_not_yours":
      return <ButtonLink href={signIn}>{t`Sign in with another account`}</ButtonLink>;
    case "already_owned":
    case "payment_processing":
      return <ButtonLink href={paths.library}>{t`Go to your library`}</ButtonLink>;
    case "subscription_suspended":
    case "currency_locked":
      return <ButtonLink href={paths.billing}>{t`Go to billing`}</ButtonLink>;
    default:
      return <Button onClick={onRetry}>{t`Try again`}</Button>;
  }
}

/** Errors after which the link never opens a checkout again. */
const closedCodes = ["checkout_paid", "checkout_expired", "price_unavailable"] as const;

function ClosedLink({ code }: { code: (typeof closedCodes)[number] }) {
  const { t, i18n } = useLingui();
  const isPaid = code === "checkout_paid";
  // Loading the page again, as the message for a price suggests, would show the same price.
  const { nextStep } = describeErrorCode(i18n, isPaid ? code : "checkout_expired");
  return (
    <StatusPage>
      <PageHeading>{describeErrorCode(i18n, code).title}</PageHeading>
      <p>{nextStep}</p>
      <ButtonLink href={isPaid ? paths.library : paths.home}>
        {isPaid ? t`Go to your library` : t`Go to the shop`}
      </ButtonLink>
    </StatusPage>
  );
}
