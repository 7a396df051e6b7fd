import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Table, type Column } from "../frame/list.tsx";
import { Time } from "../../ui/time.tsx";
import type { Order } from "./queries.ts";

type Payment = NonNullable<Order["payment"]>;
type Refund = Payment["refunds"][number] & { currency: string };

const statusLabels: Record<string, MessageDescriptor> = {
  succeeded: msg`Refunded`,
  pending: msg`Pending`,
  requires_action: msg`Action required from the customer`,
  failed: msg`Failed: returned by the bank`,
  canceled: msg`Canceled`,
};

const columns: Column<Refund>[] = [
  { name: msg`Date`, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    name: msg`Status`,
    cell: ({ status }, { i18n }) => {
      const label = statusLabels[status ?? ""];
      return label ? i18n._(label) : status;
    },
  },
  {
    name: msg`Amount`,
    numeric: true,
    cell: ({ amountMinor, currency }, { formats }) => formats.money(amountMinor, currency, "exact"),
  },
];

/** The refunds of a payment, from Stripe. */
export function Refunds({ payment: { refunds, currency } }: { payment: Payment }) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Refunds`}
      columns={columns}
      rows={refunds.map((refund) => ({ ...refund, currency }))}
    />
  );
}
