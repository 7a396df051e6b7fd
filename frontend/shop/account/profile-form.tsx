import { useState, type FormEvent } from "react";
import { ApiError } from "../../http/errors.ts";
import { describeError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./profile-form.module.css";
import { useRename } from "./queries.ts";

const nameLength = 120;

/** The name, which can be changed, and the email, which comes from the identity provider. */
export function ProfileForm({
  user,
}: {
  user: { name: string | null; email: string | null; emailVerified: boolean };
}) {
  const [name, setName] = useState(user.name ?? "");
  const rename = useRename();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={nameLength}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          rename.reset();
        }}
        error={rename.isError ? explain(rename.error) : undefined}
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

function explain(error: Error) {
  const field = error instanceof ApiError && error.fields.find(({ path }) => path === "name");
  if (field) return `Enter a name of up to ${nameLength} characters.`;
  const { title, next } = describeError(error);
  return `${title} ${next}`;
}
