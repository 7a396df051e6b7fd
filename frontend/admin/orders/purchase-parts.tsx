import { Trans, useLingui } from "@lingui/react/macro";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useFormats } from "../../i18n/use-formats.ts";
import { Table, type CellContext, type Column } from "../list/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { Order } from "./queries.ts";

/** When a buyer accepted the terms of service at the checkout, and the text beside the box that they ticked. */
export function Consent({ at, text }: { at: number; text: string | null }) {
  const time = <time dateTime={new Date(at).toISOString()}>{useFormats().dateTime(at)}</time>;
  return text === null ? (
    <Trans>{time}, with Stripe’s default text</Trans>
  ) : (
    <Trans>
      {time}: “{text}”
    </Trans>
  );
}

type Benefit = Order["benefits"][number] & { id: string };

const benefitColumns: Column<Benefit>[] = [
  {
    name: msg`Benefit`,
    cell: ({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name),
  },
  { name: msg`Status`, cell: (benefit, context) => describeGrantStatus(benefit, context) },
  { name: msg`Since`, cell: ({ grantedAt }) => <Time at={grantedAt} /> },
];

function describeGrantStatus(
  { isInForce, waitingFor, revokedAt, endsAt }: Benefit,
  { i18n, formats }: CellContext,
): string {
  const at = isInForce ? endsAt : (revokedAt ?? endsAt);
  const date = at === null ? null : formats.date(at);
  if (!isInForce) return date === null ? i18n._(msg`Ended`) : i18n._(msg`Ended on ${date}`);
  if (waitingFor === "seller_keys") return i18n._(msg`Waiting for license keys`);
  if (waitingFor === "buyer_name") return i18n._(msg`Waiting for the licensee name`);
  return date === null ? i18n._(msg`Active`) : i18n._(msg`Active until ${date}`);
}

/** The benefits of a purchase, and whether their grants are in force. */
export function GrantedBenefits({ benefits }: { benefits: Order["benefits"] }) {
  const { t } = useLingui();
  if (benefits.length === 0) return <p>{t`No benefits granted yet`}</p>;
  return (
    <Table
      label={t`Benefits`}
      columns={benefitColumns}
      rows={benefits.map((benefit) => ({ ...benefit, id: benefit.grantId }))}
    />
  );
}

type Payment = NonNullable<Order["payment"]>;
type Refund = Payment["refunds"][number] & { currency: string };

const refundStatuses: Record<string, MessageDescriptor> = {
  succeeded: msg`Refunded`,
  pending: msg`Pending`,
  requires_action: msg`Action required from the customer`,
  failed: msg`Failed: returned by the bank`,
  canceled: msg`Canceled`,
};

const refundColumns: Column<Refund>[] = [
  { name: msg`Date`, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    name: msg`Status`,
    cell: ({ status }, { i18n }) => {
      const label = refundStatuses[status ?? ""];
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
      columns={refundColumns}
      rows={refunds.map((refund) => ({ ...refund, currency }))}
    />
  );
}
