import { useLingui } from "@lingui/react/macro";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { teamRoleNames } from "../frame/role-names.ts";
import { Members, roleOptions } from "./members.tsx";
import { useTeamChange, teamKey, type Invitation, type TeamRole } from "./queries.ts";
import { msg } from "@lingui/core/macro";
import { RowAction } from "../frame/row-action.tsx";
import { List } from "../list/list.tsx";
import type { Column } from "../list/table.tsx";
import shapes from "../frame/shapes.module.css";
import { api } from "../../http/client.ts";
import type { MessageDescriptor } from "@lingui/core";
import { useState, type FormEvent } from "react";
import {
  findFieldError,
  SubmitErrorNotice,
  useFocusFirstInvalidField,
} from "../form/form-errors.tsx";
import { UnsavedChangesGuard } from "../form/unsaved-changes-guard.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";

/** `/admin/team`: the team's members, roles and invitations. */
export default function TeamPage() {
  const { t } = useLingui();
  const change = useTeamChange();
  const freshSignIn = useFreshSignIn("team", change);
  return (
    <ConsolePage
      title={t`Team`}
      description={t`Support members help customers. Admins also run the shop. Owners also manage the team and the settings.`}
    >
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      <Members change={change} />
      <Invitations change={change} />
      <InviteForm />
      {freshSignIn.dialog}
    </ConsolePage>
  );
}

/** The open invitations. The search of the members narrows them too. */
function Invitations({ change }: { change: ReturnType<typeof useTeamChange> }) {
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
    { name: msg`Role`, cell: ({ role }, { i18n }) => i18n._(teamRoleNames[role]) },
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

const outcomeMessages: Record<string, MessageDescriptor> = {
  joined: msg`They already have an account and are now on the team.`,
  emailed: msg`Invitation sent. It’s valid for 14 days.`,
  not_emailed: msg`The invitation is valid for 14 days, but the email couldn’t be sent. Ask them to sign in with this email address.`,
};

/** Invites a user to the team by email address. */
function InviteForm() {
  const { t, i18n } = useLingui();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<TeamRole>("support");
  const invite = useTeamChange();
  const freshSignIn = useFreshSignIn("team-invite", invite);
  const outcome = outcomeMessages[invite.data ?? ""];
  const emailError = findFieldError(freshSignIn.error, "email");
  const formRef = useFocusFirstInvalidField<HTMLFormElement>(freshSignIn.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const change = { action: "invite", email: email.trim(), role } as const;
    invite.mutate(change, {
      onSuccess: () => setEmail((now) => (now === email ? "" : now)),
    });
  };
  return (
    <PageSection
      title={t`Invite a team member`}
      description={t`Use the email address they sign in with.`}
    >
      <form ref={formRef} className={shapes.form} onSubmit={submit} noValidate>
        <FieldRow>
          <TextField
            label={t`Email`}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={emailError}
            autoComplete="off"
          />
          <SelectField
            label={t`Role`}
            options={roleOptions.map((option) => ({ ...option, label: i18n._(option.label) }))}
            value={role}
            onChange={(event) => setRole(event.target.value as TeamRole)}
          />
        </FieldRow>
        {freshSignIn.error && !emailError && <SubmitErrorNotice error={freshSignIn.error} />}
        <div className={shapes.actions}>
          <Button type="submit" kind="primary" busy={invite.isPending}>
            {invite.isPending ? t`Inviting…` : t`Invite`}
          </Button>
          <output className={shapes.soft}>{outcome && i18n._(outcome)}</output>
        </div>
      </form>
      {freshSignIn.dialog}
      <UnsavedChangesGuard when={email !== ""} isSaving={invite.isPending} />
    </PageSection>
  );
}
