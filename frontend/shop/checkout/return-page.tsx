import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { queryKeys } from "../../http/query-keys.ts";
import { useUser } from "../../http/session.ts";
import { useShop } from "../../http/shop.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { paths } from "../../paths.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoadError } from "../../shell/load-error.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { StatusPage } from "../../shell/status-page.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import shapes from "../../ui/shapes.module.css";
import { Cover } from "../catalog/cover.tsx";
import { Benefits } from "../library/benefits/benefits.tsx";
import { BillingLink } from "../library/billing-link.tsx";
import { explainAccess } from "../library/explain-access.ts";
import { OrderLine } from "../library/order-line.tsx";
import type { LibraryEntry } from "../library/queries.ts";
import { GuestOutcome, isForGuest } from "./guest-outcome.tsx";
import { confirmationQuery, isPermanentError } from "./queries.ts";
import { OutcomeWords } from "./outcome-words.tsx";
import { describeCheckoutOutcome, describeReceipt } from "./return-copy.ts";
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
  const isComplete = state === "complete";
  const successUrl = data?.successUrl ?? null;
  const client = useQueryClient();
  useEffect(() => {
    // The library, billing and offers were read before the purchase.
    if (isComplete || state === "trial_refused")
      void client.invalidateQueries({ queryKey: queryKeys.me });
  }, [isComplete, state, client]);
  // The site that opened this window to sell.
  const opener = globalThis.opener === null ? null : (data?.opener ?? null);
  useEffect(() => {
    if (!isComplete) return;
    // Of a guest's purchase, too, without a success URL: a guest signs in here first, and the site is told again.
    if (opener !== null) tellOpener(opener, { checkout: checkoutId, successUrl });
    // Leaves for the program that prepared the purchase. It replaces this page: going back would leave again.
    else if (successUrl !== null) location.replace(successUrl);
  }, [isComplete, opener, checkoutId, successUrl]);

  if (!data && error && isPermanentError(error))
    return <LoadError error={error} onRetry={() => void refetch()} level="page" />;
  if (isForGuest(data)) return <GuestOutcome confirmation={data} checkoutId={checkoutId} />;
  const { title, text } = describeCheckoutOutcome(
    i18n,
    state,
    data?.product.name,
    isSlow,
    data?.entry,
  );
  const product = data?.product;
  return (
    <>
      <StatusPage
        art={
          isComplete ? undefined : product && <Cover slug={product.slug} image={product.image} />
        }
      >
        <OutcomeWords title={title} text={text} isConfirming={state === "confirming" && !isSlow} />
        {isComplete ? (
          opener === null ? (
            successUrl !== null && <SuccessLink url={successUrl} />
          ) : (
            <BackToOpener opener={opener} />
          )
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
      {isComplete && product && (
        <>
          <OwnedTwice names={data.ownedTwice} />
          {data.entry?.notice?.code === "refunded_duplicate" && <Refunded name={product.name} />}
          <PurchasedProduct
            product={product}
            entry={data.entry}
            others={data.others}
            isEmailed={data.isEmailed}
          />
          {data.others.map((other) => (
            <OtherProduct key={other.id} entry={other} />
          ))}
        </>
      )}
    </>
  );
}

/**
 * Tells the site that opened this window that the checkout was paid, and only it: browsers deliver the message to no page
 * of another origin. The script on that site goes on to the success URL, so this window is not needed then.
 */
function tellOpener(
  opener: string,
  { checkout, successUrl }: { checkout: string; successUrl: string | null },
): void {
  (globalThis.opener as Window).postMessage(
    { type: "gatehouse:paid", checkout, successUrl },
    opener,
  );
  if (successUrl !== null) globalThis.close();
}

/** Closes the window that another site has opened. */
function BackToOpener({ opener }: { opener: string }) {
  const { t } = useLingui();
  const { host } = new URL(opener);
  return (
    <Button kind="primary" onClick={() => globalThis.close()}>
      {t`Back to ${host}`}
    </Button>
  );
}

/** Says that a purchase is refunded, since the account had bought the same before. */
function Refunded({ name: list }: { name: string }) {
  const { t } = useLingui();
  return (
    <Notice
      tone="info"
      title={t`You had ${list} already.`}
      text={t`You paid for it a second time without signing in. We’re refunding that payment, and you keep what you had. We’ll email you when it’s done.`}
    />
  );
}

/** Says that the account had the same before, where both purchases stay: only one may go on, or one was a gift. */
function OwnedTwice({ names }: { names: string[] }) {
  const { t, i18n } = useLingui();
  const supportEmail = useShop()?.supportEmail ?? null;
  if (names.length === 0) return null;
  const list = formatsOf(i18n).list(names);
  return (
    <Notice
      tone="info"
      title={t`You had ${list} already.`}
      text={
        supportEmail === null
          ? t`You have it twice now. Ask the shop to refund one of the payments.`
          : t`You have it twice now. Write to ${supportEmail} to have one of the payments refunded.`
      }
    />
  );
}

function NextSteps(props: {
  state: string;
  isSlow: boolean;
  slug: string | undefined;
  resumeUrl: string | null;
  successUrl: string | null;
}) {
  const { t } = useLingui();
  const { state, isSlow, slug, resumeUrl, successUrl } = props;
  if (state === "confirming" && !isSlow) return null;
  if (successUrl !== null) return <SuccessLink url={successUrl} />;
  if (state === "confirming" || state === "processing") {
    return <ButtonLink href={paths.library}>{t`Go to your library`}</ButtonLink>;
  }
  return (
    <div className={shapes.buttons}>
      {resumeUrl && (
        <ButtonLink kind="primary" href={resumeUrl} external>
          {t`Continue to payment`}
        </ButtonLink>
      )}
      <ButtonLink
        kind={resumeUrl ? "secondary" : "primary"}
        href={slug ? paths.product(slug) : paths.home}
      >
        {resumeUrl
          ? t`Back to the product`
          : state === "trial_refused"
            ? t`Subscribe without a trial`
            : t`Try again`}
      </ButtonLink>
    </div>
  );
}

/** Leads to the program that prepared the purchase. */
function SuccessLink({ url }: { url: string }) {
  const { t } = useLingui();
  const { host } = new URL(url);
  return (
    <ButtonLink kind="primary" href={url} external>
      {t`Continue to ${host}`}
    </ButtonLink>
  );
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

/** The purchased product with its benefits, shown on the page after payment. */
function PurchasedProduct({
  product,
  entry,
  others,
  isEmailed,
}: {
  product: LibraryEntry["product"];
  entry: LibraryEntry | null;
  others: LibraryEntry[];
  isEmailed: boolean;
}) {
  const { t, i18n } = useLingui();
  const email = useUser()?.email ?? null;
  return (
    <article className={styles.bought}>
      <Cover slug={product.slug} image={product.image} />
      <div className={styles.text}>
        <h2>
          <Link href={paths.product(product.slug)}>
            <bdi>{product.name}</bdi>
          </Link>
        </h2>
        {entry ? (
          <>
            <p className={styles.why}>
              {describeReceipt(i18n, entry, isEmailed ? email : null, others)}{" "}
              <BillingLink entry={entry} />
            </p>
            {!entry.isGiven && <p className={styles.why}>{explainAccess(i18n, entry)}</p>}
            <Benefits benefits={entry.benefits} />
          </>
        ) : (
          <p className={styles.why}>{t`It’s being added to your library. This takes a moment.`}</p>
        )}
        <div>
          {entry?.isGiven ? (
            <ButtonLink kind="primary" href={paths.billingRow(entry.sourceId)}>
              {t`View gift`}
            </ButtonLink>
          ) : (
            <ButtonLink kind="primary" href={entry ? paths.libraryEntry(entry.id) : paths.library}>
              {t`Go to your library`}
            </ButtonLink>
          )}
        </div>
        {entry && <OrderLine entry={entry} />}
      </div>
    </article>
  );
}

/** What was bought with it. */
function OtherProduct({ entry }: { entry: LibraryEntry }) {
  const { i18n } = useLingui();
  const { product } = entry;
  return (
    <article className={styles.bought}>
      <Cover slug={product.slug} image={product.image} />
      <div className={styles.details}>
        <h2>
          <Link href={paths.libraryEntry(entry.id)}>
            <bdi>{product.name}</bdi>
          </Link>
        </h2>
        <p className={styles.why}>{explainAccess(i18n, entry)}</p>
        <Benefits benefits={entry.benefits} />
      </div>
    </article>
  );
}
