import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { ApiError } from "../../http/errors.ts";
import { explainError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import shapes from "../../ui/shapes.module.css";
import styles from "./account.module.css";
import { useUpdateName } from "./queries.ts";

const maxNameLength = 120;

/** The user's name, which can be edited, and the email from the identity provider. */
export function ProfileForm({
  user,
}: {
  user: { name: string | null; email: string | null; emailVerified: boolean };
}) {
  const { t, i18n } = useLingui();
  const [name, setName] = useState(user.name ?? "");
  const rename = useUpdateName();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <TextField
        label={t`Name`}
        name="name"
        autoComplete="name"
        required
        maxLength={maxNameLength}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          rename.reset();
        }}
        error={rename.isError ? explainNameError(i18n, rename.error) : undefined}
      />
      <p className={styles.email}>
        {user.email ?? t`Your sign-in provider didn’t share your email.`}
        {user.email && (
          <span className={shapes.muted}>
            {user.emailVerified ? t`Verified by your provider` : t`Not verified`}
          </span>
        )}
      </p>
      <div className={styles.save}>
        <Button type="submit" busy={rename.isPending}>
          {rename.isPending ? t`Saving…` : t`Save name`}
        </Button>
        <output>{rename.isSuccess && t`Saved.`}</output>
      </div>
    </form>
  );
}

function explainNameError(i18n: I18n, error: Error): string {
  const field = error instanceof ApiError && error.fields.find(({ path }) => path === "name");
  return field
    ? i18n._(msg`Enter a name of up to ${maxNameLength} characters.`)
    : explainError(i18n, error);
}
