import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { RowAction } from "../frame/row-action.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { List } from "../list/list.tsx";
import type { Column } from "../list/table.tsx";
import { teamKey, type Invitation, type useTeamChange } from "./queries.ts";
import { roleNames } from "./role-select.tsx";
import shapes from "../frame/shapes.module.css";
import { api } from "../../http/client.ts";

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
        source={api.admin.team.invitations}
        columns={createColumns(change)}
        emptyText={t`No open invitations`}
      />
      <output className={shapes.soft}>
        {change.data === "emailed" && t`Invitation sent again.`}
        {change.data === "not_emailed" &&
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
        <span className={shapes.actions}>
          <RowAction
            label={msg`Send again`}
            about={msg`to ${email}`}
            busy={change.isPending}
            onClick={() => change.mutate({ action: "resend", id })}
          />
          <RowAction
            label={msg`Revoke`}
            about={msg`the invitation for ${email}`}
            busy={change.isPending}
            onClick={() => change.mutate({ action: "withdraw", id })}
          />
        </span>
      ),
    },
  ];
}
