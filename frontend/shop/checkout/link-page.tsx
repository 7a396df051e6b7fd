import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
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
import { useOpenCheckoutLink } from "./queries.ts";

/** `/checkout/:id`: a purchase that another program prepared. Leads through sign-in to the payment page. */
export default function CheckoutLinkPage() {
  const { id = "" } = useParams();
  const query = useQuery(checkoutLinkQuery(id));
  if (isMissing(query.error)) return <NotFound />;
  return (
    <QueryBoundary query={query} lines={3} level="page">
      {(link) =>
        link.state === "open" ? (
          <OpenLink id={id} />
        ) : (
          <ClosedLink code={link.state === "complete" ? "checkout_paid" : "checkout_expired"} />
        )
      }
    </QueryBoundary>
  );
}

function OpenLink({ id }: { id: string }) {
  const me = useQuery(meQuery);
  return (
    <QueryBoundary query={me} lines={3} level="page">
      {({ user }) =>
        user ? (
          <OpeningCheckout id={id} />
        ) : (
          <Redirect to={paths.signIn(paths.checkoutLink(id))} replace />
        )
      }
    </QueryBoundary>
  );
}

/** Opens the checkout as soon as it is shown, once. */
function OpeningCheckout({ id }: { id: string }) {
  const { t } = useLingui();
  const { mutate, error } = useOpenCheckoutLink(id);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [mutate]);
  if (!error)
    return (
      <StatusPage>
        <PageHeading>{t`Opening checkout…`}</PageHeading>
        <p>{t`You’ll be redirected to the payment page in a moment.`}</p>
      </StatusPage>
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
