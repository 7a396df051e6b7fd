import type { InferResponseType } from "hono/client";
import { ConsolePage } from "../frame/console-page.tsx";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import styles from "./audit-page.module.css";

type Entry = InferResponseType<typeof api.admin.audit.$get>["items"][number];

const columns: Column<Entry>[] = [
  { name: "When", cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: "Who", cell: ({ actorName, actorId }) => actorName ?? actorId },
  {
    name: "What",
    cell: ({ action }) => (
      <code>
        <BreakableName name={action} />
      </code>
    ),
  },
  { name: "Of", cell: ({ targetId }) => <code>{targetId}</code> },
  { name: "Change", cell: (entry) => <ChangedValues entry={entry} /> },
];

/** `/admin/audit`: the audit log, newest first. */
export default function AuditPage() {
  return (
    <ConsolePage title="Audit log" description="Every change that somebody made here, and when.">
      <List
        label="Entries"
        queryKey={["admin", "audit"]}
        fetchPage={(query) => read(api.admin.audit.$get({ query }))}
        columns={columns}
        search="An id, or order.refunded"
        empty={
          <EmptyState title="Nothing has been changed yet.">
            <p>What you and your team change is written down here, with who did it.</p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}

/** The changed values, before and after. */
function ChangedValues({ entry: { before, after } }: { entry: Entry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <details className={styles.change}>
      <summary>{names.slice(0, 3).join(", ")}</summary>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {before?.[name] !== undefined && <del>{formatValue(before[name])}</del>}{" "}
              {after?.[name] !== undefined && <ins>{formatValue(after[name])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function formatValue(value: unknown) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
