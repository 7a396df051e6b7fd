import { Table, type Column } from "../frame/list.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { Time } from "../../ui/time.tsx";
import type { Order } from "./queries.ts";

type Payment = NonNullable<Order["payment"]>;
type Refund = Payment["refunds"][number] & { currency: string };

const statusLabels: Record<string, string> = {
  succeeded: "Sent back",
  pending: "On its way",
  requires_action: "Waits for the buyer",
  failed: "Failed: the bank sent it back",
  canceled: "Canceled",
};

const columns: Column<Refund>[] = [
  { name: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "How it stands", cell: ({ status }) => statusLabels[status ?? ""] ?? status },
  {
    name: "Amount",
    numeric: true,
    cell: ({ amountMinor, currency }) => formatMoney(amountMinor, currency, "exact"),
  },
];

/** The refunds of a payment, from Stripe. */
export function Refunds({ payment: { refunds, currency } }: { payment: Payment }) {
  return (
    <Table
      label="Refunds"
      columns={columns}
      rows={refunds.map((refund) => ({ ...refund, currency }))}
    />
  );
}
