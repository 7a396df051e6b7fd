import { formatMoney } from "../../ui/format-money.ts";
import rows from "../../ui/row-list.module.css";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./invoice-row.module.css";
import type { Invoice } from "./queries.ts";

const statusLabels: Record<Invoice["status"], string> = {
  open: "Not paid yet",
  paid: "Paid",
  uncollectible: "Not collected",
  void: "Void, nothing to pay",
};

/** An invoice: product, date, amount, and links to Stripe's pages for it. */
export function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { product, number, createdAt, status, totalMinor, currency } = invoice;
  return (
    <li>
      <div className={rows.main}>
        <p className={rows.name}>{product?.name ?? "From this shop"}</p>
        <p className={rows.detail}>
          <Time at={createdAt} /> · {statusLabels[status]}
          {number && ` · ${number}`}
        </p>
        <p className={styles.links}>
          {invoice.hostedUrl && (
            <DocumentLink
              href={invoice.hostedUrl}
              name={status === "open" ? "Pay" : "Invoice"}
              invoiceNumber={number ?? ""}
            />
          )}
          {invoice.receiptUrl && (
            <DocumentLink href={invoice.receiptUrl} name="Receipt" invoiceNumber={number ?? ""} />
          )}
        </p>
      </div>
      <div className={rows.amount}>
        <p>{formatMoney(totalMinor, currency, "exact")}</p>
      </div>
    </li>
  );
}

function DocumentLink({
  href,
  name,
  invoiceNumber,
}: {
  href: string;
  name: string;
  invoiceNumber: string;
}) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {name} <VisuallyHidden>{invoiceNumber} (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
