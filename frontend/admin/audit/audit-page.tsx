import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { InferResponseType } from "hono/client";
import { Link, useSearchParams } from "wouter";
import {
  listAuditActionOptions,
  describeAuditAction,
  describeAuditActor,
  describeAuditField,
  describeAuditTarget,
} from "./audit-copy.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import type { Column } from "../list/table.tsx";
import { api } from "../../http/client.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./audit-page.module.css";

type Entry = InferResponseType<typeof api.admin.audit.$get>["items"][number];

const columns: Column<Entry>[] = [
  { name: msg`Date`, cell: ({ createdAt }, { formats }) => formats.dateTime(createdAt) },
  { name: msg`Actor`, cell: (entry) => <Actor entry={entry} /> },
  { name: msg`Action`, cell: ({ action }, { i18n }) => describeAuditAction(i18n, action) },
  { name: msg`Object`, cell: (entry) => <Target entry={entry} /> },
  { name: msg`Details`, cell: (entry) => <Details entry={entry} /> },
];

/** `/admin/audit`: the audit log, newest first. */
export default function AuditPage() {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const actorId = params.get("actorId");
  return (
    <ConsolePage
      title={t`Audit log`}
      description={t`Every change made in this console, and who made it.`}
    >
      <List
        label={t`Entries`}
        queryKey={["admin", "audit"]}
        source={api.admin.audit}
        columns={columns}
        search={t`ID of the changed object`}
        dates={t`Date`}
        views={{ list: "audit" }}
        filters={[
          {
            name: "action",
            label: t`Action`,
            options: [{ value: "", label: t`Any` }, ...listAuditActionOptions(i18n)],
          },
          // Who acted is chosen in the list itself.
          ...(actorId
            ? [
                {
                  name: "actorId",
                  label: t`Actor`,
                  options: [
                    { value: "", label: t`Anyone` },
                    { value: actorId, label: t`Selected actor` },
                  ],
                },
              ]
            : []),
        ]}
        emptyTitle={t`No changes yet`}
        emptyText={t`Changes that you and your team make appear here.`}
      />
    </ConsolePage>
  );
}

/** Who acted, with a link to everything else that they did. */
function Actor({ entry }: { entry: Entry }) {
  const { i18n } = useLingui();
  const actor = describeAuditActor(i18n, entry);
  return (
    <Link href={`${consolePaths.audit}?${new URLSearchParams({ actorId: entry.actorId })}`}>
      <Trans>
        <VisuallyHidden>All changes by </VisuallyHidden>
        {actor}
      </Trans>
    </Link>
  );
}

function Target({ entry }: { entry: Entry }) {
  const { i18n } = useLingui();
  const { label, href } = describeAuditTarget(i18n, entry);
  return href === null ? label : <Link href={href}>{label}</Link>;
}

/** The changed values, before and after, and the id of what was changed. */
function Details({ entry: { targetId, before, after } }: { entry: Entry }) {
  const { t } = useLingui();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <details className={styles.change}>
      <summary>
        {names.length === 0 ? t`ID` : names.slice(0, 3).map(describeAuditField).join(", ")}
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
          <dt>{t`Object ID`}</dt>
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
