import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConsolePage, Part } from "../frame/console-page.tsx";
import { Table, type Column } from "../frame/list.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { InviteForm } from "./invite-form.tsx";
import {
  teamQuery,
  toText,
  useTeamChange,
  type Invitation,
  type Member,
  type TeamRole,
} from "./queries.ts";
import { RoleSelect, roleNames } from "./role-select.tsx";
import styles from "./team-page.module.css";

/** `/admin/team`: who may do what here. */
export default function TeamPage() {
  const team = useQuery(teamQuery);
  const change = useTeamChange();
  const fresh = useFreshSignIn("team", change);
  return (
    <ConsolePage
      title="Team"
      about="Support looks after buyers. Admins run the shop. Owners also have the team and the settings."
    >
      {fresh.error && <ErrorNotice error={fresh.error} />}
      <Loaded query={team} skeleton={<SkeletonLines lines={5} />}>
        {({ members, invitations }) => (
          <>
            <Members members={members} change={change} />
            {invitations.length > 0 && <Invitations invitations={invitations} change={change} />}
          </>
        )}
      </Loaded>
      <InviteForm />
      {fresh.dialog}
    </ConsolePage>
  );
}

type Change = ReturnType<typeof useTeamChange>;

/** A member as a row, with what can be done to them. */
type MemberRow = Member & {
  isOnlyOwner: boolean;
  isBusy: boolean;
  onRole: (role: TeamRole) => void;
  onRemove: () => void;
};

const memberColumns: Column<MemberRow>[] = [
  { name: "Name", cell: (member) => <Who member={member} /> },
  { name: "Email", cell: ({ email }) => email ?? "–" },
  {
    name: "Role",
    cell: (member) => (
      <RoleSelect
        label={`Role of ${nameOf(member)}`}
        role={member.role === "buyer" ? "support" : member.role}
        disabled={member.isBusy || member.isOnlyOwner}
        onChange={member.onRole}
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
          Remove <VisuallyHidden>{nameOf(member)}</VisuallyHidden>
        </Button>
      ),
  },
];

function Members({ members, change }: { members: Member[]; change: Change }) {
  const [leaving, setLeaving] = useState<Member | null>(null);
  const owners = members.filter(({ role }) => role === "owner").length;
  const rows = members.map((member) => ({
    ...member,
    isOnlyOwner: member.role === "owner" && owners === 1,
    isBusy: change.isPending,
    onRole: (role: TeamRole) => change.mutate(toText({ do: "role", id: member.id, role })),
    onRemove: () => setLeaving(member),
  }));
  return (
    <>
      <Table label="Members" rows={rows} columns={memberColumns} />
      {leaving && (
        <ConfirmDialog
          title={leaving.current ? "Leave the team?" : `Remove ${nameOf(leaving)}?`}
          confirm={leaving.current ? "Leave" : "Remove"}
          keep="Keep"
          kind="danger"
          busy={change.isPending}
          busyLabel="Removing…"
          onConfirm={() =>
            change.mutate(toText({ do: "remove", id: leaving.id }), {
              onSettled: () => setLeaving(null),
            })
          }
          onClose={() => setLeaving(null)}
        >
          <p>
            {leaving.current ? "You lose" : "They lose"} this console with the next click. What{" "}
            {leaving.current ? "you" : "they"} bought stays, and so does the account.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Who({ member }: { member: Member }) {
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
    cell: ({ expiresAt, isExpired }) => (isExpired ? "Expired" : formatDay(expiresAt)),
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

function Invitations({ invitations, change }: { invitations: Invitation[]; change: Change }) {
  const rows = invitations.map((invitation) => ({
    ...invitation,
    isBusy: change.isPending,
    onResend: () => change.mutate(toText({ do: "resend", id: invitation.id })),
    onWithdraw: () => change.mutate(toText({ do: "withdraw", id: invitation.id })),
  }));
  return (
    <Part title="Invited" about="They are on the team once they sign in with this address.">
      <Table label="Invitations" rows={rows} columns={invitationColumns} />
      <output className={styles.quiet}>
        {change.data?.outcome === "mailed" && "The invitation was sent again."}
        {change.data?.outcome === "not_mailed" &&
          "It is good for another 14 days, but no mail could be sent: tell them yourself."}
      </output>
    </Part>
  );
}

function nameOf({ name, email }: Member): string {
  return name ?? email ?? "this person";
}
