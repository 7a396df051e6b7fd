import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { PageSection } from "../frame/console-page.tsx";
import { List, type Column } from "../frame/list.tsx";
import { Button } from "../../ui/button.tsx";
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
  const { t } = useLingui();
  return (
    <PageSection
      title={t`Invitations`}
      description={t`Invited people join the team when they sign in with this email address.`}
    >
      <List
        label={t`Invitations`}
        queryKey={[...teamKey, "invitations"]}
        fetchPage={fetchInvitations}
        columns={createColumns(change)}
        empty={
          <p className={styles.quiet}>
            <Trans>No open invitations</Trans>
          </p>
        }
      />
      <output className={styles.quiet}>
        {change.data === "mailed" && t`Invitation sent again.`}
        {change.data === "not_mailed" &&
          t`The invitation is valid for another 14 days, but the email couldn’t be sent. Ask them to sign in with this email address.`}
      </output>
    </PageSection>
  );
}

function createColumns(change: ReturnType<typeof useTeamChange>): Column<Invitation>[] {
  return [
    { name: msg`Email`, cell: ({ email }) => email },
    { name: msg`Role`, cell: ({ role }, { i18n }) => i18n._(roleNames[role]) },
    {
      name: msg`Expires`,
      cell: ({ expiresAt, isExpired }, { i18n, formats }) =>
        isExpired ? i18n._(msg`Expired`) : formats.date(expiresAt),
    },
    {
      name: msg`Actions`,
      cell: ({ id, email }) => (
        <span className={styles.rowActions}>
          <Button
            kind="plain"
            busy={change.isPending}
            onClick={() => change.mutate(serializeTeamChange({ action: "resend", id }))}
          >
            <Trans>
              Send again <VisuallyHidden>to {email}</VisuallyHidden>
            </Trans>
          </Button>
          <Button
            kind="plain"
            busy={change.isPending}
            onClick={() => change.mutate(serializeTeamChange({ action: "withdraw", id }))}
          >
            <Trans>
              Revoke <VisuallyHidden>the invitation for {email}</VisuallyHidden>
            </Trans>
          </Button>
        </span>
      ),
    },
  ];
}
