import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { findFieldError, SubmitErrorNotice } from "../form/form-error.tsx";
import { UnsavedChangesGuard } from "../form/unsaved-changes-guard.tsx";
import { useFocusFirstInvalidField } from "../form/invalid-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { useTeamChange, type TeamRole } from "./queries.ts";
import { roleOptions } from "./role-select.tsx";
import shapes from "../frame/shapes.module.css";

const outcomeMessages: Record<string, MessageDescriptor> = {
  joined: msg`They already have an account and are now on the team.`,
  emailed: msg`Invitation sent. It’s valid for 14 days.`,
  not_emailed: msg`The invitation is valid for 14 days, but the email couldn’t be sent. Ask them to sign in with this email address.`,
};

/** Invites a user to the team by email address. */
export function InviteForm() {
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
