import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { toOptions } from "../frame/label.tsx";
import { RowAction } from "../frame/row-action.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import type { Column } from "../list/table.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { teamKey, type Member, type TeamRole, type useTeamChange } from "./queries.ts";
import shapes from "../frame/shapes.module.css";
import { api } from "../../http/client.ts";
import styles from "./team-page.module.css";

/** The names of the roles. */
export const roleNames: Record<TeamRole, MessageDescriptor> = {
  support: msg`Support`,
  admin: msg`Admin`,
  owner: msg`Owner`,
};

/** The roles that a form offers. */
export const roleOptions = toOptions(roleNames);

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
  const { t, i18n } = useLingui();
  const [memberToRemove, setMemberToRemove] = useState<Member | null>(null);
  const changeRole = (member: Member, role: TeamRole) =>
    change.mutate(
      { action: "role", id: member.id, role },
      {
        // An owner who gives up the role no longer sees this page.
        onSuccess: () => member.current && location.assign(consolePaths.overview),
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
          onChangeRole: changeRole,
          onRemove: setMemberToRemove,
        })}
        search={t`Name or email`}
        filters={filters}
        emptyTitle={t`No team members found`}
        emptyText={t`Invite a team member below.`}
      />
      {memberToRemove && (
        <ConfirmDialog
          title={
            memberToRemove.current
              ? t`Leave the team?`
              : t`Remove ${{ name: getMemberName(i18n, memberToRemove) }} from the team?`
          }
          confirmLabel={memberToRemove.current ? t`Leave team` : t`Remove member`}
          kind="danger"
          busy={change.isPending}
          busyLabel={t`Removing…`}
          text={
            memberToRemove.current
              ? t`You lose access to this console immediately. Your account and purchases don’t change.`
              : t`They lose access to this console immediately. Their account and purchases don’t change.`
          }
          onConfirm={() =>
            change.mutate(
              { action: "remove", id: memberToRemove.id },
              {
                onSuccess: () => memberToRemove.current && location.assign(paths.home),
                onSettled: () => setMemberToRemove(null),
              },
            )
          }
          onClose={() => setMemberToRemove(null)}
        />
      )}
    </>
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
