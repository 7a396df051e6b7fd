import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Table, type CellContext, type Column } from "../frame/list.tsx";
import { Time } from "../../ui/time.tsx";
import type { Order } from "./queries.ts";

type Benefit = Order["benefits"][number] & { id: string };

const columns: Column<Benefit>[] = [
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
  if (benefits.length === 0)
    return (
      <p>
        <Trans>No benefits granted yet</Trans>
      </p>
    );
  return (
    <Table
      label={t`Benefits`}
      columns={columns}
      rows={benefits.map((benefit) => ({ ...benefit, id: benefit.grantId }))}
    />
  );
}
