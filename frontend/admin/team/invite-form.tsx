import { useState, type FormEvent } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { SubmitErrorNotice } from "../frame/form-error.tsx";
import { UnsavedChangesGuard } from "../frame/unsaved-changes-guard.tsx";
import { useFocusFirstInvalidField } from "../frame/use-focus-first-invalid-field.ts";
import { ApiError } from "../../http/errors.ts";
import { Button } from "../../ui/button.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { serializeTeamChange, useTeamChange, type TeamRole } from "./queries.ts";
import { roleOptions } from "./role-select.tsx";
import styles from "./team-page.module.css";

const outcomeMessages: Record<string, string> = {
  joined: "They have signed in here before, and are on the team now.",
  mailed: "The invitation is sent. It is good for 14 days.",
  not_mailed:
    "The invitation stands for 14 days, but no mail could be sent: tell them to sign in with this address.",
};

/** Invites a user to the team by email address. */
export function InviteForm() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<TeamRole>("support");
  const invite = useTeamChange();
  const freshSignIn = useFreshSignIn("team-invite", invite);
  const emailError =
    freshSignIn.error instanceof ApiError
      ? freshSignIn.error.fields.find(({ path }) => path === "email")?.message
      : undefined;
  const formRef = useFocusFirstInvalidField<HTMLFormElement>(freshSignIn.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const change = { action: "invite", email: email.trim(), role } as const;
    invite.mutate(serializeTeamChange(change), {
      onSuccess: () => setEmail((now) => (now === email ? "" : now)),
    });
  };
  return (
    <PageSection title="Invite somebody" description="By the address that they sign in with.">
      <form ref={formRef} className={styles.form} onSubmit={submit} noValidate>
        <FieldRow>
          <TextField
            label="Email"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={emailError}
            autoComplete="off"
          />
          <SelectField
            label="Role"
            options={roleOptions}
            value={role}
            onChange={(event) => setRole(event.target.value as TeamRole)}
          />
        </FieldRow>
        {freshSignIn.error && !emailError && <SubmitErrorNotice error={freshSignIn.error} />}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={invite.isPending}>
            {invite.isPending ? "Inviting…" : "Invite"}
          </Button>
          <output className={styles.quiet}>{outcomeMessages[invite.data ?? ""]}</output>
        </div>
      </form>
      {freshSignIn.dialog}
      <UnsavedChangesGuard when={email !== ""} isSaving={invite.isPending} />
    </PageSection>
  );
}
