import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { InferResponseType } from "hono/client";
import { Link, useSearchParams } from "wouter";
import {
  describeAuditActor,
  describeAuditChange,
  describeAuditField,
  describeAuditTarget,
  describeAuditValue,
  listAuditActionOptions,
  listChangedFields,
} from "./audit-copy.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import { dayColumn, type Column } from "../list/table.tsx";
import { api } from "../../http/client.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./audit-page.module.css";

type Entry = InferResponseType<typeof api.admin.audit.$get>["items"][number];

const columns: Column<Entry>[] = [
  {
    name: msg`Change`,
    cell: (entry, { i18n }) => describeAuditChange(i18n, entry),
  },
  { name: msg`Actor`, cell: (entry) => <Actor entry={entry} /> },
  {
    name: msg`Object`,
    cell: (entry) => <Target entry={entry} />,
    detail: (entry, { i18n }) => describeAuditTarget(i18n, entry).kind,
  },
  { ...dayColumn<Entry>(msg`Date`, ({ createdAt }) => createdAt), phone: undefined },
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
        search={t`Customer, product or ID`}
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
function Details({ entry }: { entry: Entry }) {
  const { t, i18n } = useLingui();
  const { targetId, before, after } = entry;
  const show = (name: string, value: unknown) => describeAuditValue(i18n, entry, name, value);
  return (
    <details className={styles.change}>
      <summary>{t`Show`}</summary>
      <dl>
        {listChangedFields(entry).map((name) => (
          <div key={name}>
            <dt>{describeAuditField(i18n, name)}</dt>
            <dd>
              {before?.[name] !== undefined && <del>{show(name, before[name])}</del>}{" "}
              {after?.[name] !== undefined && <ins>{show(name, after[name])}</ins>}
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
