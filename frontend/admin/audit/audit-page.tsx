import type { InferResponseType } from "hono/client";
import { Link, useSearchParams } from "wouter";
import {
  auditActionOptions,
  describeAuditAction,
  describeAuditActor,
  describeAuditField,
  describeAuditTarget,
} from "../frame/audit-copy.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./audit-page.module.css";

type Entry = InferResponseType<typeof api.admin.audit.$get>["items"][number];
type Query = Parameters<typeof api.admin.audit.$get>[0]["query"];

const columns: Column<Entry>[] = [
  { name: "When", cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: "Who", cell: (entry) => <Actor entry={entry} /> },
  { name: "What", cell: ({ action }) => describeAuditAction(action) },
  { name: "Changed object", cell: (entry) => <Target entry={entry} /> },
  { name: "Details", cell: (entry) => <Details entry={entry} /> },
];

/** `/admin/audit`: the audit log, newest first. */
export default function AuditPage() {
  const [params] = useSearchParams();
  const actorId = params.get("actorId");
  return (
    <ConsolePage title="Audit log" description="Every change made in this console, and by whom.">
      <List
        label="Entries"
        queryKey={["admin", "audit"]}
        fetchPage={(query) => read(api.admin.audit.$get({ query: query as Query }))}
        columns={columns}
        search="The id of what was changed"
        filters={[
          {
            name: "action",
            label: "What",
            options: [{ value: "", label: "Anything" }, ...auditActionOptions],
          },
          // Who acted is chosen in the list itself.
          ...(actorId
            ? [
                {
                  name: "actorId",
                  label: "Who",
                  options: [
                    { value: "", label: "Anybody" },
                    { value: actorId, label: "Only the one you chose" },
                  ],
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState title="No changes yet.">
            <p>What you and your team change is recorded here, with who changed it.</p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}

/** Who acted, with a link to everything else that they did. */
function Actor({ entry }: { entry: Entry }) {
  return (
    <Link href={`${consolePaths.audit}?${new URLSearchParams({ actorId: entry.actorId })}`}>
      <VisuallyHidden>Everything by </VisuallyHidden>
      {describeAuditActor(entry)}
    </Link>
  );
}

function Target({ entry }: { entry: Entry }) {
  const { label, href } = describeAuditTarget(entry);
  return href === null ? label : <Link href={href}>{label}</Link>;
}

/** The changed values, before and after, and the id of what was changed. */
function Details({ entry: { targetId, before, after } }: { entry: Entry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <details className={styles.change}>
      <summary>
        {names.length === 0 ? "id" : names.slice(0, 3).map(describeAuditField).join(", ")}
      </summary>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{describeAuditField(name)}</dt>
            <dd>
              {before?.[name] !== undefined && <del>{formatValue(before[name])}</del>}{" "}
              {after?.[name] !== undefined && <ins>{formatValue(after[name])}</ins>}
            </dd>
          </div>
        ))}
        <div>
          <dt>id of the changed object</dt>
          <dd>
            <code>{targetId}</code>
          </dd>
        </div>
      </dl>
    </details>
  );
}

function formatValue(value: unknown) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
