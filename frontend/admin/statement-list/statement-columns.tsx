import { msg } from "@lingui/core/macro";
import { Badge } from "../frame/label.tsx";
import { dayColumn, type Column } from "../list/table.tsx";
import type { ListedStatement } from "./queries.ts";
import { describeKind, statementStates } from "./statement-copy.ts";

/** The columns of statements, wherever they are listed. */
export const statementColumns: Column<ListedStatement>[] = [
  {
    name: msg`Statement`,
    cell: (statement, { i18n }) => describeKind(i18n, statement),
    detail: ({ contract }) => contract,
  },
  {
    name: msg`From`,
    cell: ({ name, email }, { i18n }) => name || email || i18n._(msg`Erased`),
    detail: ({ name, email }) => name !== "" && email,
  },
  { name: msg`Status`, cell: ({ state }) => <Badge {...statementStates[state]} /> },
  dayColumn(msg`Received`, ({ receivedAt }) => receivedAt),
];
