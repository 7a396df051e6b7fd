import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toOptions } from "../frame/label.tsx";
import { RowAction } from "../frame/row-action.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { teamRoleNames } from "../frame/role-names.ts";
import { List } from "../list/list.tsx";
import type { Column } from "../list/table.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import {
  programsQuery,
  teamKey,
  type Member,
  type TeamRole,
  type useTeamChange,
} from "./queries.ts";
import shapes from "../frame/shapes.module.css";
import { api } from "../../http/client.ts";
import styles from "./team-page.module.css";

/** The roles that a form offers. */
export const roleOptions = toOptions(teamRoleNames);

const filters: Filter[] = [
  { name: "role", label: msg`Role`, options: [{ value: "", label: msg`Any` }, ...roleOptions] },
  {
    name: "sort",
    label: msg`Sort`,
    options: toOptions({
      "": msg`Oldest account first`,
      newest: msg`Newest account first`,
      name: msg`Name`,
    }),
  },
];

/** The team's members, with their roles. */
export function Members({ change }: { change: ReturnType<typeof useTeamChange> }) {
  const { t } = useLingui();
  const [departure, setDeparture] = useState<Departure | null>(null);
  const changeRole = (member: Member, role: TeamRole, keepsPrograms = false) =>
    change.mutate(
      { action: "role", id: member.id, role, keepsPrograms },
      {
        // An owner who gives up the role no longer sees this page.
        onSuccess: () => member.current && location.assign(consolePaths.overview),
        onSettled: () => setDeparture(null),
      },
    );
  const remove = (member: Member, keepsPrograms: boolean) =>
    change.mutate(
      { action: "remove", id: member.id, keepsPrograms },
      {
        onSuccess: () => member.current && location.assign(paths.home),
        onSettled: () => setDeparture(null),
      },
    );
  return (
    <>
      <List
        label={t`Members`}
        queryKey={[...teamKey, "members"]}
        source={api.admin.team}
        columns={createColumns({
          isBusy: change.isPending,
          onChangeRole: (member, role) =>
            role === "support" ? setDeparture({ member, role }) : changeRole(member, role),
          onRemove: (member) => setDeparture({ member, role: null }),
        })}
        search={t`Name or email`}
        filters={filters}
        emptyTitle={t`No team members found`}
        emptyText={t`Invite a team member below.`}
      />
      {departure && (
        <DepartureDialog
          departure={departure}
          busy={change.isPending}
          onConfirm={(keepsPrograms) =>
            departure.role
              ? changeRole(departure.member, departure.role, keepsPrograms)
              : remove(departure.member, keepsPrograms)
          }
          onClose={() => setDeparture(null)}
        />
      )}
    </>
  );
}

/** A member who leaves the team, or whose role no longer allows API keys and webhooks. */
type Departure = { member: Member; role: "support" | null };

/** Asks before a member leaves, and what becomes of the keys and endpoints that they created. */
function DepartureDialog({
  departure: { member, role },
  busy,
  onConfirm,
  onClose,
}: {
  departure: Departure;
  busy: boolean;
  onConfirm: (keepsPrograms: boolean) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const [keepsPrograms, setKeepsPrograms] = useState(false);
  const programs = useQuery(programsQuery(member.id));
  const name = getMemberName(i18n, member);
  const [title, confirmLabel, text] = role
    ? [
        t`Change the role of ${name} to Support?`,
        t`Change role`,
        t`They can no longer change products, refund payments or manage API keys.`,
      ]
    : member.current
      ? [
          t`Leave the team?`,
          t`Leave team`,
          t`You lose access to this console immediately. Your account and purchases don’t change.`,
        ]
      : [
          t`Remove ${name} from the team?`,
          t`Remove member`,
          t`They lose access to this console immediately. Their account and purchases don’t change.`,
        ];
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={programs.data && confirmLabel}
      kind="danger"
      busy={busy}
      busyLabel={role ? t`Saving…` : t`Removing…`}
      text={text}
      onConfirm={() => onConfirm(keepsPrograms)}
      onClose={onClose}
    >
      <QueryBoundary query={programs}>
        {({ keys, endpoints }) =>
          keys.length + endpoints.length > 0 && (
            <>
              <p>{t`API keys and webhook endpoints that they created still work:`}</p>
              <ul>
                {keys.map((key) => (
                  <li key={key.id}>
                    {key.name} (<code>{key.prefix}…</code>)
                  </li>
                ))}
                {endpoints.map(({ id, url }) => (
                  <li key={id}>{url}</li>
                ))}
              </ul>
              <CheckField
                label={t`Revoke these keys and disable these endpoints`}
                checked={!keepsPrograms}
                onChange={(event) => setKeepsPrograms(!event.target.checked)}
              />
              <p className={shapes.soft}>{t`Programs that use them stop working.`}</p>
            </>
          )
        }
      </QueryBoundary>
    </ConfirmDialog>
  );
}

function createColumns(actions: {
  isBusy: boolean;
  onChangeRole: (member: Member, role: TeamRole) => void;
  onRemove: (member: Member) => void;
}): Column<Member>[] {
  return [
    { name: msg`Name`, cell: (member) => <MemberName member={member} /> },
    { name: msg`Email`, cell: ({ email }) => email ?? "–" },
    {
      name: msg`Role`,
      cell: (member, { i18n }) => {
        const name = getMemberName(i18n, member);
        return (
          <RoleSelect
            label={i18n._(msg`Role of ${name}`)}
            role={member.role === "buyer" ? "support" : member.role}
            disabledReason={
              member.isOnlyOwner
                ? i18n._(msg`The shop needs at least one owner. Make someone else an owner first.`)
                : actions.isBusy
                  ? i18n._(msg`Another change is being saved.`)
                  : undefined
            }
            onChange={(role) => actions.onChangeRole(member, role)}
          />
        );
      },
    },
    {
      name: msg`Remove`,
      cell: (member, { i18n }) => {
        const name = getMemberName(i18n, member);
        return member.isOnlyOwner ? (
          <span className={shapes.soft}>
            <Trans>Only owner</Trans>
          </span>
        ) : (
          <RowAction label={msg`Remove`} about={name} onClick={() => actions.onRemove(member)} />
        );
      },
    },
  ];
}

function MemberName({ member }: { member: Member }) {
  const { t } = useLingui();
  return (
    <span>
      {member.name ?? t`No name`}
      {member.current && <span className={shapes.soft}> · {t`You`}</span>}
    </span>
  );
}

function getMemberName(i18n: I18n, { name, email }: Member): string {
  return name ?? email ?? i18n._(msg`No name`);
}

/** Shows and changes a member's role. A new role is saved immediately. */
function RoleSelect({
  label,
  role,
  disabledReason,
  onChange,
}: {
  label: string;
  role: TeamRole;
  /** Why the role cannot be changed; undefined if it can. */
  disabledReason: string | undefined;
  onChange: (role: TeamRole) => void;
}) {
  const { i18n } = useLingui();
  return (
    <select
      aria-label={label}
      className={styles.role}
      value={role}
      disabled={disabledReason !== undefined}
      title={disabledReason}
      onChange={(event) => onChange(event.target.value as TeamRole)}
    >
      {roleOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {i18n._(label)}
        </option>
      ))}
    </select>
  );
}
