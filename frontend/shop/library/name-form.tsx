import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { explainError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import styles from "./license-key.module.css";
import { useSetAccountName } from "./license-queries.ts";

/** Asks for the name that a license key is issued to. */
export function NameForm() {
  const { t, i18n } = useLingui();
  const [name, setName] = useState("");
  const setAccountName = useSetAccountName();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!setAccountName.isPending) setAccountName.mutate(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <p className={styles.detail}>
        <Trans>
          This license key is issued in your name. Enter your name to get the key. It’s also saved
          to your account.
        </Trans>
      </p>
      <div className={styles.entry}>
        <TextField
          label={t`Your name`}
          name="name"
          autoComplete="name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={setAccountName.isError ? explainError(i18n, setAccountName.error) : undefined}
        />
        <Button type="submit" busy={setAccountName.isPending}>
          {setAccountName.isPending ? t`Creating license key…` : t`Get license key`}
        </Button>
      </div>
    </form>
  );
}
