import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Redirect, useParams } from "wouter";
import { isApiError } from "../../http/errors.ts";
import { meQuery } from "../../http/session.ts";
import { describeErrorCode } from "../../messages/errors.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { StatusPage } from "../../shell/status-page.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { checkoutLinkQuery, useOpenCheckoutLink, type CheckoutLink } from "./queries.ts";

/** `/checkout/:id`: a purchase that another program prepared. Leads through sign-in to the payment page. */
export default function CheckoutLinkPage() {
  const { id = "" } = useParams();
  const query = useQuery(checkoutLinkQuery(id));
  if (isApiError(query.error, "not_found")) return <NotFound />;
  return (
    <QueryBoundary query={query} skeleton={<SkeletonLines lines={3} />} level="page">
      {(link) =>
        link.state === "open" ? <OpenLink id={id} link={link} /> : <ClosedLink state={link.state} />
      }
    </QueryBoundary>
  );
}

function OpenLink({ id, link }: { id: string; link: CheckoutLink }) {
  const me = useQuery(meQuery);
  return (
    <QueryBoundary query={me} skeleton={<SkeletonLines lines={3} />} level="page">
      {({ user }) =>
        user ? (
          <OpeningCheckout id={id} link={link} />
        ) : (
          <Redirect to={paths.signIn(paths.checkoutLink(id, link), link.loginHint)} replace />
        )
      }
    </QueryBoundary>
  );
}

/** Opens the checkout as soon as it is shown, once. */
function OpeningCheckout({ id, link }: { id: string; link: CheckoutLink }) {
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
        <PageHeading>Opening the checkout…</PageHeading>
        <p>The payment page opens in a moment.</p>
      </StatusPage>
    );
  return (
    <StatusPage>
      <PageHeading>The checkout was not opened.</PageHeading>
      <ErrorNotice error={error} />
      {isApiError(error, "checkout_not_yours") ? (
        <ButtonLink href={paths.signIn(paths.checkoutLink(id, link), link.loginHint)}>
          Sign in with another account
        </ButtonLink>
      ) : isApiError(error, "already_owned") ? (
        <ButtonLink href={paths.library}>Go to your library</ButtonLink>
      ) : (
        <Button onClick={() => mutate()}>Try again</Button>
      )}
    </StatusPage>
  );
}

function ClosedLink({ state }: { state: "complete" | "expired" }) {
  const isComplete = state === "complete";
  const { title, nextStep } = describeErrorCode(isComplete ? "checkout_paid" : "checkout_expired");
  return (
    <StatusPage>
      <PageHeading>{title}</PageHeading>
      <p>{nextStep}</p>
      <ButtonLink href={isComplete ? paths.library : paths.home}>
        {isComplete ? "Go to your library" : "Go to the shop"}
      </ButtonLink>
    </StatusPage>
  );
}
