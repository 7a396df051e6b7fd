import { useState, type FormEvent } from "react";
import { ApiError } from "../../http/errors.ts";
import { describeError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import styles from "./profile-form.module.css";
import { useUpdateName } from "./queries.ts";

const maxNameLength = 120;

/** The user's name, which can be edited, and the email from the identity provider. */
export function ProfileForm({
  user,
}: {
  user: { name: string | null; email: string | null; emailVerified: boolean };
}) {
  const [name, setName] = useState(user.name ?? "");
  const rename = useUpdateName();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={maxNameLength}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          rename.reset();
        }}
        error={rename.isError ? describeNameError(rename.error) : undefined}
      />
      <p className={styles.email}>
        {user.email ?? "Your provider did not tell us an email."}
        {user.email && (
          <span>{user.emailVerified ? "Confirmed by your provider" : "Not confirmed"}</span>
        )}
      </p>
      <div className={styles.actions}>
        <Button type="submit" busy={rename.isPending}>
          {rename.isPending ? "Saving…" : "Save name"}
        </Button>
        <output>{rename.isSuccess ? "Saved." : ""}</output>
      </div>
    </form>
  );
}

function describeNameError(error: Error) {
  const field = error instanceof ApiError && error.fields.find(({ path }) => path === "name");
  if (field) return `Enter a name of up to ${maxNameLength} characters.`;
  const { title, nextStep } = describeError(error);
  return `${title} ${nextStep}`;
}
