import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { Table, type Column } from "../frame/list.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDate } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { InviteForm } from "./invite-form.tsx";
import {
  teamQuery,
  serializeTeamChange,
  useTeamChange,
  type Invitation,
  type Member,
  type TeamRole,
} from "./queries.ts";
import { RoleSelect, roleNames } from "./role-select.tsx";
import styles from "./team-page.module.css";

/** `/admin/team`: the team's members, roles and invitations. */
export default function TeamPage() {
  const team = useQuery(teamQuery);
  const change = useTeamChange();
  const freshSignIn = useFreshSignIn("team", change);
  return (
    <ConsolePage
      title="Team"
      description="Support looks after buyers. Admins run the shop. Owners also have the team and the settings."
    >
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      <QueryBoundary query={team} skeleton={<SkeletonLines lines={5} />}>
        {({ members, invitations }) => (
          <>
            <Members members={members} change={change} />
            {invitations.length > 0 && <Invitations invitations={invitations} change={change} />}
          </>
        )}
      </QueryBoundary>
      <InviteForm />
      {freshSignIn.dialog}
    </ConsolePage>
  );
}

type TeamMutation = ReturnType<typeof useTeamChange>;

/** A member's row, with its actions. */
type MemberRow = Member & {
  isOnlyOwner: boolean;
  isBusy: boolean;
  onChangeRole: (role: TeamRole) => void;
  onRemove: () => void;
};

const memberColumns: Column<MemberRow>[] = [
  { name: "Name", cell: (member) => <MemberName member={member} /> },
  { name: "Email", cell: ({ email }) => email ?? "–" },
  {
    name: "Role",
    cell: (member) => (
      <RoleSelect
        label={`Role of ${getMemberName(member)}`}
        role={member.role === "buyer" ? "support" : member.role}
        disabled={member.isBusy || member.isOnlyOwner}
        onChange={member.onChangeRole}
      />
    ),
  },
  {
    name: "Remove",
    cell: (member) =>
      member.isOnlyOwner ? (
        <span className={styles.quiet}>The only owner</span>
      ) : (
        <Button kind="plain" onClick={member.onRemove}>
          Remove <VisuallyHidden>{getMemberName(member)}</VisuallyHidden>
        </Button>
      ),
  },
];

function Members({ members, change }: { members: Member[]; change: TeamMutation }) {
  const [memberToRemove, setMemberToRemove] = useState<Member | null>(null);
  const ownerCount = members.filter(({ role }) => role === "owner").length;
  const rows = members.map((member) => ({
    ...member,
    isOnlyOwner: member.role === "owner" && ownerCount === 1,
    isBusy: change.isPending,
    onChangeRole: (role: TeamRole) =>
      change.mutate(serializeTeamChange({ action: "role", id: member.id, role })),
    onRemove: () => setMemberToRemove(member),
  }));
  return (
    <>
      <Table label="Members" rows={rows} columns={memberColumns} />
      {memberToRemove && (
        <ConfirmDialog
          title={
            memberToRemove.current ? "Leave the team?" : `Remove ${getMemberName(memberToRemove)}?`
          }
          confirmLabel={memberToRemove.current ? "Leave" : "Remove"}
          cancelLabel="Keep"
          kind="danger"
          busy={change.isPending}
          busyLabel="Removing…"
          onConfirm={() =>
            change.mutate(serializeTeamChange({ action: "remove", id: memberToRemove.id }), {
              onSettled: () => setMemberToRemove(null),
            })
          }
          onClose={() => setMemberToRemove(null)}
        >
          <p>
            {memberToRemove.current ? "You lose" : "They lose"} this console with the next click.
            What {memberToRemove.current ? "you" : "they"} bought stays, and so does the account.
          </p>
        </ConfirmDialog>
      )}
    </>
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

type InvitationRow = Invitation & {
  isBusy: boolean;
  onResend: () => void;
  onWithdraw: () => void;
};

const invitationColumns: Column<InvitationRow>[] = [
  { name: "Email", cell: ({ email }) => email },
  { name: "Role", cell: ({ role }) => roleNames[role] },
  {
    name: "Good until",
    cell: ({ expiresAt, isExpired }) => (isExpired ? "Expired" : formatDate(expiresAt)),
  },
  {
    name: "Change",
    cell: ({ email, isBusy, onResend, onWithdraw }) => (
      <span className={styles.actions}>
        <Button kind="plain" busy={isBusy} onClick={onResend}>
          Send again <VisuallyHidden>to {email}</VisuallyHidden>
        </Button>
        <Button kind="plain" busy={isBusy} onClick={onWithdraw}>
          Withdraw <VisuallyHidden>the invitation of {email}</VisuallyHidden>
        </Button>
      </span>
    ),
  },
];

function Invitations({ invitations, change }: { invitations: Invitation[]; change: TeamMutation }) {
  const rows = invitations.map((invitation) => ({
    ...invitation,
    isBusy: change.isPending,
    onResend: () => change.mutate(serializeTeamChange({ action: "resend", id: invitation.id })),
    onWithdraw: () => change.mutate(serializeTeamChange({ action: "withdraw", id: invitation.id })),
  }));
  return (
    <PageSection
      title="Invited"
      description="They are on the team once they sign in with this address."
    >
      <Table label="Invitations" rows={rows} columns={invitationColumns} />
      <output className={styles.quiet}>
        {change.data?.outcome === "mailed" && "The invitation was sent again."}
        {change.data?.outcome === "not_mailed" &&
          "It is good for another 14 days, but no mail could be sent: tell them yourself."}
      </output>
    </PageSection>
  );
}

function getMemberName({ name, email }: Member): string {
  return name ?? email ?? "this person";
}
