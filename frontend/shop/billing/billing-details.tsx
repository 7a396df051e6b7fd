import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { LoadError } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Section } from "../account/section.tsx";
import { describeTaxId, formatAddressLines } from "./address-copy.ts";
import styles from "./billing.module.css";
import { invoiceDetailsQuery, useBillingPortal, type InvoiceDetails } from "./queries.ts";

/** What is printed on the next invoices. Stripe's pages change it: they know each country's addresses and tax ids. */
export function BillingDetails() {
  const { t } = useLingui();
  const query = useQuery(invoiceDetailsQuery);
  const open = useBillingPortal();
  const details = query.data?.details;
  return (
    <Section
      title={t`Billing details`}
      description={t`The name, address, and VAT ID on your future invoices. Existing invoices don’t change.`}
    >
      {details ? (
        <Details details={details} />
      ) : query.isError ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        query.isPending && <SkeletonLines lines={3} />
      )}
      {open.error && <ErrorNotice error={open.error} />}
      <div>
        <Button busy={open.isLeaving} onClick={() => open.mutate()}>
          {open.isLeaving ? t`Opening Stripe…` : t`Edit at Stripe`}
        </Button>
      </div>
    </Section>
  );
}

function Details({ details: { name, email, address, taxIds } }: { details: InvoiceDetails }) {
  const { t, i18n } = useLingui();
  const addressLines = address ? formatAddressLines(i18n, address) : [];
  return (
    <address className={styles.details}>
      {name && <p className={rows.name}>{name}</p>}
      {email && <p className={rows.detail}>{email}</p>}
      {addressLines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {taxIds.map((taxId) => (
        <p key={taxId.value}>{describeTaxId(i18n, taxId)}</p>
      ))}
      {addressLines.length === 0 && taxIds.length === 0 && (
        <p className={rows.detail}>
          {t`No address or VAT ID yet. Add them if you need them on your invoices.`}
        </p>
      )}
    </address>
  );
}
