import { useState } from "react";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column, type Filter } from "../frame/list.tsx";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import {
  fetchMembers,
  serializeTeamChange,
  teamKey,
  type Member,
  type TeamRole,
  type useTeamChange,
} from "./queries.ts";
import { RoleSelect, roleOptions } from "./role-select.tsx";
import styles from "./team-page.module.css";

type TeamMutation = ReturnType<typeof useTeamChange>;

const filters: Filter[] = [
  { name: "role", label: "Role", options: [{ value: "", label: "Any" }, ...roleOptions] },
  {
    name: "sort",
    label: "Sort",
    options: [
      { value: "", label: "Oldest account first" },
      { value: "newest", label: "Newest account first" },
      { value: "name", label: "By name" },
    ],
  },
];

/** The team's members, with their roles. */
export function Members({ change }: { change: TeamMutation }) {
  const [memberToRemove, setMemberToRemove] = useState<Member | null>(null);
  const changeRole = (member: Member, role: TeamRole) =>
    change.mutate(serializeTeamChange({ action: "role", id: member.id, role }), {
      // Whoever gives up the role of an owner no longer sees this page.
      onSuccess: () => member.current && location.assign(consolePaths.overview),
    });
  return (
    <>
      <List
        label="Members"
        queryKey={[...teamKey, "members"]}
        fetchPage={fetchMembers}
        columns={createColumns({
          isBusy: change.isPending,
          onChangeRole: changeRole,
          onRemove: setMemberToRemove,
        })}
        search="A part of a name or email"
        filters={filters}
        empty={
          <EmptyState title="No members yet.">
            <p>Invite somebody below.</p>
          </EmptyState>
        }
      />
      {memberToRemove && (
        <RemoveDialog
          member={memberToRemove}
          change={change}
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
    { name: "Name", cell: (member) => <MemberName member={member} /> },
    { name: "Email", cell: ({ email }) => email ?? "–" },
    {
      name: "Role",
      cell: (member) => (
        <RoleSelect
          label={`Role of ${getMemberName(member)}`}
          role={member.role === "buyer" ? "support" : member.role}
          disabled={actions.isBusy || member.isOnlyOwner}
          onChange={(role) => actions.onChangeRole(member, role)}
        />
      ),
    },
    {
      name: "Remove",
      cell: (member) =>
        member.isOnlyOwner ? (
          <span className={styles.quiet}>The only owner</span>
        ) : (
          <Button kind="plain" onClick={() => actions.onRemove(member)}>
            Remove <VisuallyHidden>{getMemberName(member)}</VisuallyHidden>
          </Button>
        ),
    },
  ];
}

function RemoveDialog(props: { member: Member; change: TeamMutation; onClose: () => void }) {
  const { member, change, onClose } = props;
  return (
    <ConfirmDialog
      title={member.current ? "Leave the team?" : `Remove ${getMemberName(member)}?`}
      confirmLabel={member.current ? "Leave" : "Remove"}
      cancelLabel="Keep"
      kind="danger"
      busy={change.isPending}
      busyLabel="Removing…"
      onConfirm={() =>
        change.mutate(serializeTeamChange({ action: "remove", id: member.id }), {
          onSuccess: () => member.current && location.assign(paths.home),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    >
      <p>
        {member.current ? "You lose" : "They lose"} this console with the next click. What{" "}
        {member.current ? "you" : "they"} bought stays, and so does the account.
      </p>
    </ConfirmDialog>
  );
}

function MemberName({ member }: { member: Member }) {
  return (
    <span>
      {member.name ?? "Somebody without a name"}
      {member.current && <span className={styles.quiet}> · you</span>}
    </span>
  );
}

function getMemberName({ name, email }: Member): string {
  return name ?? email ?? "this person";
}
