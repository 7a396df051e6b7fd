import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { queryKeys } from "../../http/query-keys.ts";
import { paths } from "../../paths.ts";
import { LoadError } from "../../shell/load-error.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { StatusPage } from "../../shell/status-page.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../catalog/cover.tsx";
import { PurchasedProduct } from "./purchased-product.tsx";
import { confirmationQuery, isPermanentError } from "./queries.ts";
import { describeCheckoutOutcome } from "./return-copy.ts";
import styles from "./return-page.module.css";

const slowAfterMs = 9000;

/** `/checkout/return?checkout=chk_…`: where Stripe redirects after checkout. */
export default function ReturnPage() {
  const [search] = useSearchParams();
  const checkoutId = search.get("checkout");
  return checkoutId ? <CheckoutOutcome key={checkoutId} checkoutId={checkoutId} /> : <NotFound />;
}

function CheckoutOutcome({ checkoutId }: { checkoutId: string }) {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(confirmationQuery(checkoutId));
  const state = data?.state ?? "confirming";
  const isSlow = useIsSlow(state === "confirming");
  useInvalidateWhenComplete(state === "complete" || state === "trial_refused");
  const successUrl = data?.successUrl ?? null;
  useLeaveWhenComplete(state === "complete" ? successUrl : null);

  if (!data && error && isPermanentError(error))
    return <LoadError error={error} onRetry={() => void refetch()} level="page" />;
  const { title, text } = describeCheckoutOutcome(
    i18n,
    state,
    data?.product.name,
    isSlow,
    data?.entry?.notice?.code === "trial_refused_card",
  );
  const isComplete = state === "complete";
  const product = data?.product;
  return (
    <>
      <StatusPage
        art={
          isComplete ? undefined : product && <Cover slug={product.slug} image={product.image} />
        }
      >
        <div className={styles.words} aria-live="polite">
          <PageHeading>{title}</PageHeading>
          <p>{text}</p>
        </div>
        {state === "confirming" && !isSlow && <div className={styles.progress} />}
        {isComplete ? (
          successUrl !== null && <SuccessLink url={successUrl} />
        ) : (
          <NextSteps
            state={state}
            isSlow={isSlow}
            slug={product?.slug}
            resumeUrl={data?.resumeUrl ?? null}
            successUrl={successUrl}
          />
        )}
      </StatusPage>
      {isComplete && product && <PurchasedProduct product={product} entry={data.entry} />}
    </>
  );
}

function NextSteps(props: {
  state: string;
  isSlow: boolean;
  slug: string | undefined;
  resumeUrl: string | null;
  successUrl: string | null;
}) {
  const { state, isSlow, slug, resumeUrl, successUrl } = props;
  if (state === "confirming" && !isSlow) return null;
  if (successUrl !== null) return <SuccessLink url={successUrl} />;
  if (state === "confirming" || state === "processing") {
    return (
      <ButtonLink href={paths.library}>
        <Trans>Go to your library</Trans>
      </ButtonLink>
    );
  }
  return (
    <div className={styles.steps}>
      {resumeUrl && (
        <ButtonLink kind="primary" href={resumeUrl} external>
          <Trans>Continue to payment</Trans>
        </ButtonLink>
      )}
      <ButtonLink
        kind={resumeUrl ? "secondary" : "primary"}
        href={slug ? paths.product(slug) : paths.home}
      >
        {resumeUrl ? (
          <Trans>Back to the product</Trans>
        ) : state === "trial_refused" ? (
          <Trans>Subscribe without a trial</Trans>
        ) : (
          <Trans>Try again</Trans>
        )}
      </ButtonLink>
    </div>
  );
}

/** Leads to the program that prepared the purchase. */
function SuccessLink({ url }: { url: string }) {
  const { host } = new URL(url);
  return (
    <ButtonLink kind="primary" href={url} external>
      <Trans>Continue to {host}</Trans>
    </ButtonLink>
  );
}

/** Leaves for the program that prepared the purchase. It replaces this page, because going back would leave again. */
function useLeaveWhenComplete(successUrl: string | null) {
  useEffect(() => {
    if (successUrl !== null) location.replace(successUrl);
  }, [successUrl]);
}

/** Returns whether the wait is long enough that the page should explain it. */
function useIsSlow(isWaiting: boolean) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isSlow;
}

/** Invalidates the library, billing and offers, which were read before the purchase. */
function useInvalidateWhenComplete(isComplete: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (isComplete) void client.invalidateQueries({ queryKey: queryKeys.me });
  }, [isComplete, client]);
}
