import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import rows from "../../ui/row-list.module.css";
import shapes from "../../ui/shapes.module.css";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Section } from "../account/section.tsx";
import styles from "./billing.module.css";
import { invoicesQuery, type Invoice, type Order } from "./queries.ts";

/**
 * The invoices and receipts, in pages, except those of the given orders, which have them in their own rows. Stripe stores
 * them, and the links open them there. Nothing if there are no others.
 */
export function Invoices({ orders, hasOthers }: { orders: Order[]; hasOthers: boolean }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(invoicesQuery);
  const isOfOrder = (invoice: Invoice) => orders.some(({ id }) => id === invoice.orderId);
  const pages = query.data?.pages;
  const isShown =
    hasOthers ||
    query.isError ||
    query.hasNextPage ||
    pages?.some((page) => !page.invoices.every(isOfOrder));
  if (!isShown) return null;
  return (
    <Section
      title={t`Invoices and receipts`}
      description={t`Invoices open at Stripe, where you can print or save them.`}
    >
      <QueryBoundary query={query} lines={3}>
        {({ pages }) => {
          const invoices = pages
            .flatMap((page) => page.invoices)
            .filter((invoice) => !isOfOrder(invoice));
          return invoices.length === 0 ? (
            <p>{t`No invoices yet. They appear here after a payment.`}</p>
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

const statusLabels: Record<Invoice["status"], MessageDescriptor> = {
  open: msg({ message: `Unpaid`, comment: "Status of an invoice" }),
  paid: msg({ message: `Paid`, context: "invoice" }),
  uncollectible: msg({
    message: `Uncollectible`,
    comment: "Status of an invoice whose payment the shop no longer expects",
  }),
  void: msg({ message: `Void`, comment: "Status of an invoice that was canceled" }),
};

/** An invoice: product, date, amount, and links to Stripe's pages for it. */
function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const { product, createdAt, status, totalMinor, currency } = invoice;
  return (
    <li>
      <div className={rows.main}>
        <p className={rows.name}>{product?.name ?? t`Invoice`}</p>
        <p className={rows.detail}>
          <Time at={createdAt} />
          {"\u00a0· "}
          {i18n._(statusLabels[status])}
          {invoice.number && `\u00a0· ${invoice.number}`}
        </p>
        <p className={classNames(shapes.links, styles.documents)}>
          <InvoiceLinks invoice={invoice} />
        </p>
      </div>
      <div className={rows.amount}>
        <p>{formats.money(totalMinor, currency, "exact")}</p>
      </div>
    </li>
  );
}

/** The links to the invoice of an order, if it is among those that are loaded. */
export function OrderInvoice({ orderId }: { orderId: string }) {
  const { data } = useInfiniteQuery(invoicesQuery);
  const invoices = data?.pages.flatMap((page) => page.invoices) ?? [];
  const own = invoices.filter((invoice) => invoice.orderId === orderId);
  if (own.length === 0) return null;
  return (
    <p className={classNames(shapes.links, styles.documents)}>
      {own.map((invoice) => (
        <InvoiceLinks key={invoice.id} invoice={invoice} />
      ))}
    </p>
  );
}

function InvoiceLinks({
  invoice: { status, hostedUrl, receiptUrl, ...invoice },
}: {
  invoice: Invoice;
}) {
  const number = invoice.number ?? "";
  return (
    <>
      {hostedUrl && (
        <DocumentLink href={hostedUrl}>
          {status === "open" ? (
            <Trans comment="Verb: the link to pay an invoice">
              Pay <VisuallyHidden>{number} (opens in a new tab)</VisuallyHidden>
            </Trans>
          ) : (
            <Trans>
              Invoice <VisuallyHidden>{number} (opens in a new tab)</VisuallyHidden>
            </Trans>
          )}
        </DocumentLink>
      )}
      {receiptUrl && (
        <DocumentLink href={receiptUrl}>
          <Trans>
            Receipt <VisuallyHidden>{number} (opens in a new tab)</VisuallyHidden>
          </Trans>
        </DocumentLink>
      )}
      {invoice.hasEInvoice && (
        <a href={`/api/me/invoices/${invoice.id}/e-invoice`} download>
          <Trans>
            E-invoice <VisuallyHidden>{number} (XML)</VisuallyHidden>
          </Trans>
        </a>
      )}
    </>
  );
}

function DocumentLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
