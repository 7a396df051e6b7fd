import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { isApiError } from "../../http/errors.ts";
import { useQuery } from "../../http/use-query.ts";
import { explainError } from "../../messages/errors.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import shapes from "../../ui/shapes.module.css";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { useClaimLicense } from "./benefits/benefit-queries.ts";
import { History } from "./history.tsx";
import { FoldedClaim, LibraryEntries } from "./library-entries.tsx";
import styles from "./library.module.css";
import { UnpaidCheckouts } from "../catalog/unpaid-checkouts.tsx";
import { OrderLine } from "./order-line.tsx";
import { TakeSeats } from "./take-seats.tsx";
import { libraryQuery, type LibraryEntry as Entry } from "./queries.ts";

/** `/library`: everything the user has access to, and past purchases. */
export default function LibraryPage() {
  const { t } = useLingui();
  return (
    <div className={shapes.page}>
      <PageHeading>{t`Library`}</PageHeading>
      <DownloadErrorNotice />
      <QueryBoundary query={useQuery(libraryQuery)} skeleton={<LibrarySkeleton />}>
        {({ entries, unpaid, seatOffers }) => (
          <>
            <TakeSeats offers={seatOffers} />
            <UnpaidCheckouts unpaid={unpaid} />
            <LibraryEntries entries={entries} drawHistory={drawHistory} />
            <ClaimForm />
          </>
        )}
      </QueryBoundary>
    </div>
  );
}

/** Explains once why a download failed. The server sends the reason in the `download` parameter. */
function DownloadErrorNotice() {
  const { t } = useLingui();
  const code = useConsumedSearchParam("download");
  if (code === null) return null;
  return code === "link_expired" ? (
    <Notice
      tone="info"
      title={t`The download link has expired.`}
      text={t`Download the file again from your library to get a new link.`}
    />
  ) : (
    <Notice
      tone="info"
      title={t`Couldn’t download this file.`}
      text={t`It belongs to another account, or the shop has removed it. Your own files are listed below.`}
    />
  );
}

const drawHistory = (entry: Entry) => (
  <>
    <OrderLine entry={entry} />
    <History productName={entry.product.name} entries={entry.timeline} reader="customer" />
  </>
);

function LibrarySkeleton() {
  return (
    <div className={styles.list}>
      <div className={styles.title}>
        <Skeleton width="4rem" />
      </div>
      {[1, 2].map((row) => (
        <div key={row} className={styles.entry}>
          <div className={styles.square}>
            <Skeleton height="100%" />
          </div>
          <div className={styles.text}>
            <Skeleton width="55%" height="1.8rem" />
            <SkeletonLines lines={3} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Claims a license key that was bought elsewhere and adds its benefits to the library. */
function ClaimForm() {
  const { t, i18n } = useLingui();
  const [key, setKey] = useState("");
  const claim = useClaimLicense();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!claim.isPending) claim.mutate(key.trim(), { onSuccess: () => setKey("") });
  };
  return (
    <FoldedClaim>
      <form className={styles.form} onSubmit={add}>
        <div className={styles.field}>
          <TextField
            label={t`License key`}
            name="key"
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={255}
            value={key}
            onChange={(event) => {
              setKey(event.target.value);
              claim.reset();
            }}
            error={claim.isError ? explainClaimError(i18n, claim.error) : undefined}
          />
          <Button type="submit" busy={claim.isPending}>
            {claim.isPending ? t`Adding…` : t`Add license key`}
          </Button>
        </div>
        <output>{claim.isSuccess && t`License key added. It’s now in your library.`}</output>
      </form>
    </FoldedClaim>
  );
}

function explainClaimError(i18n: I18n, error: Error): string {
  return isApiError(error, "not_found")
    ? i18n._(
        msg`This license key wasn’t found, or it’s already in use. Check it for typos, or contact the shop.`,
      )
    : explainError(i18n, error);
}
