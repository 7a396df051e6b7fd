import type { InferResponseType } from "hono/client";
import { ConsolePage } from "../frame/console-page.tsx";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { Dotted } from "../../ui/breakable-name.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import styles from "./audit-page.module.css";

type Entry = InferResponseType<typeof api.admin.audit.$get>["items"][number];

const columns: Column<Entry>[] = [
  { name: "When", cell: ({ createdAt }) => formatMoment(createdAt) },
  { name: "Who", cell: ({ actorName, actorId }) => actorName ?? actorId },
  {
    name: "What",
    cell: ({ action }) => (
      <code>
        <Dotted name={action} />
      </code>
    ),
  },
  { name: "Of", cell: ({ targetId }) => <code>{targetId}</code> },
  { name: "Change", cell: (entry) => <Change entry={entry} /> },
];

/** `/admin/audit`: who changed what, newest first. */
export default function AuditPage() {
  return (
    <ConsolePage title="Audit log" about="Every change that somebody made here, and when.">
      <List
        label="Entries"
        queryKey={["admin", "audit"]}
        fetchPage={(query) => read(api.admin.audit.$get({ query }))}
        columns={columns}
        search="An id, or order.refunded"
        empty={
          <Empty title="Nothing has been changed yet.">
            <p>What you and your team change is written down here, with who did it.</p>
          </Empty>
        }
      />
    </ConsolePage>
  );
}

/** Each value that changed, as it was and as it is. */
function Change({ entry: { before, after } }: { entry: Entry }) {
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
              {before?.[name] !== undefined && <del>{show(before[name])}</del>}{" "}
              {after?.[name] !== undefined && <ins>{show(after[name])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function show(value: unknown) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
