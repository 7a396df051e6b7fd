import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Section } from "../account/section.tsx";
import { InvoiceRow } from "./invoice-row.tsx";
import { invoicesQuery } from "./queries.ts";

/** All invoices and receipts, in pages. Stripe stores them, and the links open them there. */
export function Invoices() {
  const { t } = useLingui();
  const query = useInfiniteQuery(invoicesQuery);
  return (
    <Section
      title={t`Invoices and receipts`}
      description={t`Invoices open at Stripe, where you can print or save them.`}
    >
      <QueryBoundary query={query} skeleton={<SkeletonLines lines={3} />}>
        {({ pages }) => {
          const invoices = pages.flatMap((page) => page.invoices);
          return invoices.length === 0 ? (
            <p>
              <Trans>No invoices yet. Free purchases don’t have an invoice.</Trans>
            </p>
          ) : (
            <ul className={rows.rows}>
              {invoices.map((invoice) => (
                <InvoiceRow key={invoice.id} invoice={invoice} />
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
      {query.isFetchNextPageError && <ErrorNotice error={query.error} />}
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? t`Loading…` : t`Show older invoices`}
          </Button>
        </div>
      )}
    </Section>
  );
}
