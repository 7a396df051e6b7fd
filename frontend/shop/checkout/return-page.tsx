import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { paths } from "../../paths.ts";
import { Failure } from "../../shell/load-error.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { StatusPage } from "../../shell/status-page.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../catalog/cover.tsx";
import { Bought } from "./purchased-product.tsx";
import { confirmationQuery, isFinal } from "./queries.ts";
import { describeOutcome } from "./return-copy.ts";
import styles from "./return-page.module.css";

const slowAfterMs = 9000;

/** `/checkout/return?checkout=chk_…`: back from paying. */
export default function ReturnPage() {
  const [search] = useSearchParams();
  const checkoutId = search.get("checkout");
  return checkoutId ? <Outcome key={checkoutId} checkoutId={checkoutId} /> : <NotFound />;
}

function Outcome({ checkoutId }: { checkoutId: string }) {
  const { data, error, refetch } = useQuery(confirmationQuery(checkoutId));
  const state = data?.state ?? "confirming";
  const slow = useSlow(state === "confirming");
  useRefreshWhenComplete(state === "complete");

  if (!data && error && isFinal(error))
    return <Failure error={error} onRetry={() => void refetch()} level="page" />;
  const { title, text } = describeOutcome(state, data?.product.name, slow);
  const done = state === "complete";
  const product = data?.product;
  return (
    <>
      <StatusPage
        art={done ? undefined : product && <Cover slug={product.slug} image={product.image} />}
      >
        <div className={styles.words} aria-live="polite">
          <PageHeading>{title}</PageHeading>
          <p>{text}</p>
        </div>
        {state === "confirming" && !slow && <div className={styles.progress} />}
        {!done && (
          <NextSteps
            state={state}
            slow={slow}
            slug={product?.slug}
            resumeUrl={data?.resumeUrl ?? null}
          />
        )}
      </StatusPage>
      {done && product && <Bought product={product} entry={data.entry} />}
    </>
  );
}

function NextSteps(props: {
  state: string;
  slow: boolean;
  slug: string | undefined;
  resumeUrl: string | null;
}) {
  const { state, slow, slug, resumeUrl } = props;
  if (state === "confirming" && !slow) return null;
  if (state === "confirming" || state === "processing") {
    return <ButtonLink href={paths.library}>Go to your library</ButtonLink>;
  }
  return (
    <div className={styles.steps}>
      {resumeUrl && (
        <ButtonLink kind="primary" href={resumeUrl} external>
          Continue to payment
        </ButtonLink>
      )}
      <ButtonLink
        kind={resumeUrl ? "secondary" : "primary"}
        href={slug ? paths.product(slug) : paths.home}
      >
        {resumeUrl ? "Back to the product" : "Try again"}
      </ButtonLink>
    </div>
  );
}

/** Whether `waiting` has lasted so long that it should be explained. */
function useSlow(waiting: boolean) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && slow;
}

/** The library, billing and offers that were read before the purchase are out of date. */
function useRefreshWhenComplete(complete: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (complete) void client.invalidateQueries({ queryKey: ["me"] });
  }, [complete, client]);
}
