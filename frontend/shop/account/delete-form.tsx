import { useRef, useState, type FormEvent } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import styles from "./delete-page.module.css";
import { useDeleteAccount } from "./queries.ts";

const word = "delete";

/** The deed itself. It takes a typed word; after a fresh sign-in that is still there, but the press is asked for again. */
export function DeleteForm() {
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const [back, setBack] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = useDeleteAccount();
  const again = useFreshSignIn("delete", remove, (confirmation) => {
    setTyped(confirmation);
    setBack(true);
    button.current?.focus();
  });
  const leaving = remove.isPending || remove.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const confirmed = typed.trim().toLowerCase() === word;
    setMissing(!confirmed);
    if (confirmed && !leaving) remove.mutate(typed);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={`Type “${word}” to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setMissing(false);
        }}
        error={missing ? `It takes the word “${word}”.` : undefined}
      />
      {again.error && <ErrorNotice error={again.error} />}
      <output>{back && !leaving ? "Welcome back. One more press, and it is done." : ""}</output>
      <Button ref={button} type="submit" kind="danger" busy={leaving}>
        {leaving ? "Deleting…" : "Delete my account for good"}
      </Button>
      {again.dialog}
    </form>
  );
}
