import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { api } from "../../http/client.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { toStatusOptions } from "../frame/label.tsx";
import { List } from "../list/list.tsx";
import { statementsKey } from "../statement-list/queries.ts";
import { statementColumns } from "../statement-list/statement-columns.tsx";
import { statementKinds, statementStates } from "../statement-list/statement-copy.ts";

/** `/admin/statements`: withdrawals and cancellations that were declared without signing in. */
export default function StatementsPage() {
  const { t } = useLingui();
  return (
    <ConsolePage
      title={t`Withdrawals and cancellations`}
      description={t`What buyers declared on the pages that need no sign-in. Open a statement to decide it.`}
    >
      <List
        label={t`Withdrawals and cancellations`}
        queryKey={statementsKey}
        source={api.admin.statements}
        columns={statementColumns}
        rowHref={({ id }) => consolePaths.statement(id)}
        filters={[
          { name: "state", label: msg`Status`, options: toStatusOptions(statementStates) },
          {
            name: "kind",
            label: msg`Kind`,
            options: [
              { value: "", label: msg`Any` },
              ...Object.entries(statementKinds).map(([value, label]) => ({ value, label })),
            ],
          },
        ]}
        emptyTitle={t`No statements yet`}
        emptyText={t`Withdrawals and cancellations appear here.`}
      />
    </ConsolePage>
  );
}
