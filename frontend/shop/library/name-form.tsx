import { useState, type FormEvent } from "react";
import { describeError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./license-key.module.css";
import { useNaming } from "./license-queries.ts";

/** Asks for the name that a key is issued to. */
export function NameForm() {
  const [name, setName] = useState("");
  const naming = useNaming();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!naming.isPending) naming.mutate(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <p className={styles.detail}>
        This key is issued in your name, and we do not know it yet. It becomes your account's name
        too.
      </p>
      <div className={styles.entry}>
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={naming.isError ? wordsOf(naming.error) : undefined}
        />
        <Button type="submit" busy={naming.isPending}>
          {naming.isPending ? "Making your key…" : "Get my key"}
        </Button>
      </div>
    </form>
  );
}

function wordsOf(error: Error) {
  const { title, next } = describeError(error);
  return `${title} ${next}`;
}
