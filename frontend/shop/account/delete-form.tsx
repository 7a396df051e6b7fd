import { useRef, useState, type FormEvent } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import styles from "./delete-page.module.css";
import { useDeleteAccount } from "./queries.ts";

const confirmationWord = "delete";

/** The deletion form. The user types a word to confirm. After a fresh sign-in the user must press the button again. */
export function DeleteForm() {
  const [typed, setTyped] = useState("");
  const [isWordMissing, setIsWordMissing] = useState(false);
  const [hasReturned, setHasReturned] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = useDeleteAccount();
  const freshSignIn = useFreshSignIn("delete", remove, (confirmation) => {
    setTyped(confirmation);
    setHasReturned(true);
    button.current?.focus();
  });
  const isLeaving = remove.isPending || remove.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const confirmed = typed.trim().toLowerCase() === confirmationWord;
    setIsWordMissing(!confirmed);
    if (confirmed && !isLeaving) remove.mutate(typed);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={`Type “${confirmationWord}” to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsWordMissing(false);
        }}
        error={isWordMissing ? `It takes the word “${confirmationWord}”.` : undefined}
      />
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      <output>
        {hasReturned && !isLeaving ? "Welcome back. One more press, and it is done." : ""}
      </output>
      <Button ref={button} type="submit" kind="danger" busy={isLeaving}>
        {isLeaving ? "Deleting…" : "Delete my account for good"}
      </Button>
      {freshSignIn.dialog}
    </form>
  );
}
