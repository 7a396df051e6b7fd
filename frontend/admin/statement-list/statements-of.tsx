import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table } from "../list/table.tsx";
import { statementsOfUserQuery } from "./queries.ts";
import { statementColumns } from "./statement-columns.tsx";

/**
 * The withdrawals and cancellations of a customer; nothing without any.
 * @param contractId only those about this order or subscription
 */
export function StatementsOf({ userId, contractId }: { userId: string; contractId?: string }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(statementsOfUserQuery(userId));
  const rows = data.filter(
    ({ orderId, subscriptionId }) =>
      contractId === undefined || orderId === contractId || subscriptionId === contractId,
  );
  if (rows.length === 0) return null;
  return (
    <PageSection title={t`Withdrawals and cancellations`}>
      <Table
        label={t`Withdrawals and cancellations`}
        rows={rows}
        columns={statementColumns}
        rowHref={({ id }) => consolePaths.statement(id)}
      />
    </PageSection>
  );
}
