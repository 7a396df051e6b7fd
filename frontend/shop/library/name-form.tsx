import { useState, type FormEvent } from "react";
import { describeError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import styles from "./license-key.module.css";
import { useSetAccountName } from "./license-queries.ts";

/** Asks for the name that a license key is issued to. */
export function NameForm() {
  const [name, setName] = useState("");
  const setAccountName = useSetAccountName();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!setAccountName.isPending) setAccountName.mutate(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <p className={styles.detail}>
        This key is issued in your name, and we do not know it yet. It becomes your account's name
        too.
      </p>
      <div className={styles.entry}>
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={setAccountName.isError ? describeNameError(setAccountName.error) : undefined}
        />
        <Button type="submit" busy={setAccountName.isPending}>
          {setAccountName.isPending ? "Making your key…" : "Get my key"}
        </Button>
      </div>
    </form>
  );
}

function describeNameError(error: Error) {
  const { title, nextStep } = describeError(error);
  return `${title} ${nextStep}`;
}
