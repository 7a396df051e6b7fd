import { useState, type FormEvent } from "react";
import { Part } from "../frame/console-page.tsx";
import { RefusalNotice } from "../frame/form-error.tsx";
import { FieldRow, SelectField, TextField } from "../frame/form-frame.tsx";
import { LeaveGuard } from "../frame/unsaved-changes-guard.tsx";
import { useRefusedFocus } from "../frame/use-focus-first-invalid-field.ts";
import { ApiError } from "../../http/errors.ts";
import { Button } from "../../ui/button.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { toText, useTeamChange, type TeamRole } from "./queries.ts";
import { roleOptions } from "./role-select.tsx";
import styles from "./team-page.module.css";

const outcomes: Record<string, string> = {
  joined: "They have signed in here before, and are on the team now.",
  mailed: "The invitation is sent. It is good for 14 days.",
  not_mailed:
    "The invitation stands for 14 days, but no mail could be sent: tell them to sign in with this address.",
};

/** Takes somebody onto the team by their address. */
export function InviteForm() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<TeamRole>("support");
  const invite = useTeamChange();
  const fresh = useFreshSignIn("team-invite", invite);
  const refusal =
    fresh.error instanceof ApiError
      ? fresh.error.fields.find(({ path }) => path === "email")?.message
      : undefined;
  const element = useRefusedFocus<HTMLFormElement>(fresh.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const change = { do: "invite", email: email.trim(), role } as const;
    invite.mutate(toText(change), {
      onSuccess: () => setEmail((now) => (now === email ? "" : now)),
    });
  };
  return (
    <Part title="Invite somebody" about="By the address that they sign in with.">
      <form ref={element} className={styles.form} onSubmit={submit} noValidate>
        <FieldRow>
          <TextField
            label="Email"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={refusal}
            autoComplete="off"
          />
          <SelectField
            label="Role"
            options={roleOptions}
            value={role}
            onChange={(event) => setRole(event.target.value as TeamRole)}
          />
        </FieldRow>
        {fresh.error && !refusal && <RefusalNotice error={fresh.error} />}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={invite.isPending}>
            {invite.isPending ? "Inviting…" : "Invite"}
          </Button>
          <output className={styles.quiet}>{outcomes[invite.data?.outcome ?? ""]}</output>
        </div>
      </form>
      {fresh.dialog}
      <LeaveGuard when={email !== ""} isSaving={invite.isPending} />
    </Part>
  );
}
