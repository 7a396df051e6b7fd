import { PageSection } from "../frame/console-page.tsx";
import { List, type Column } from "../frame/list.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDate } from "../../ui/format-time.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import {
  fetchInvitations,
  serializeTeamChange,
  teamKey,
  type Invitation,
  type useTeamChange,
} from "./queries.ts";
import { roleNames } from "./role-select.tsx";
import styles from "./team-page.module.css";

/** The open invitations. The search of the members narrows them too. */
export function Invitations({ change }: { change: ReturnType<typeof useTeamChange> }) {
  return (
    <PageSection
      title="Invited"
      description="They join the team when they sign in with this address."
    >
      <List
        label="Invitations"
        queryKey={[...teamKey, "invitations"]}
        fetchPage={fetchInvitations}
        columns={createColumns(change)}
        empty={<p className={styles.quiet}>No open invitations.</p>}
      />
      <output className={styles.quiet}>
        {change.data === "mailed" && "The invitation was sent again."}
        {change.data === "not_mailed" &&
          "It is good for another 14 days, but no mail could be sent: tell them yourself."}
      </output>
    </PageSection>
  );
}

function createColumns(change: ReturnType<typeof useTeamChange>): Column<Invitation>[] {
  return [
    { name: "Email", cell: ({ email }) => email },
    { name: "Role", cell: ({ role }) => roleNames[role] },
    {
      name: "Valid until",
      cell: ({ expiresAt, isExpired }) => (isExpired ? "Expired" : formatDate(expiresAt)),
    },
    {
      name: "Change",
      cell: ({ id, email }) => (
        <span className={styles.rowActions}>
          <Button
            kind="plain"
            busy={change.isPending}
            onClick={() => change.mutate(serializeTeamChange({ action: "resend", id }))}
          >
            Send again <VisuallyHidden>to {email}</VisuallyHidden>
          </Button>
          <Button
            kind="plain"
            busy={change.isPending}
            onClick={() => change.mutate(serializeTeamChange({ action: "withdraw", id }))}
          >
            Withdraw <VisuallyHidden>the invitation of {email}</VisuallyHidden>
          </Button>
        </span>
      ),
    },
  ];
}
