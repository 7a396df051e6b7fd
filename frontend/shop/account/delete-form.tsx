import { useLingui } from "@lingui/react/macro";
import { useRef, useState, type FormEvent } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import styles from "./delete-page.module.css";
import { useDeleteAccount } from "./queries.ts";

/** The deletion form. The user types a word to confirm. After a fresh sign-in the user must press the button again. */
export function DeleteForm() {
  const { t, i18n } = useLingui();
  const word = t({
    message: `delete`,
    comment: "The word that the user types to confirm that the account is deleted, in lower case",
  });
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
    const confirmed = toWord(typed, i18n.locale) === toWord(word, i18n.locale);
    setIsWordMissing(!confirmed);
    if (confirmed && !isLeaving) remove.mutate(typed);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t`Type “${word}” to confirm`}
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
        error={isWordMissing ? t`Enter the word “${word}”.` : undefined}
      />
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      <output>
        {hasReturned &&
          !isLeaving &&
          t`You’ve signed in again. To finish, delete your account now.`}
      </output>
      <Button ref={button} type="submit" kind="danger" busy={isLeaving}>
        {isLeaving ? t`Deleting…` : t`Delete account permanently`}
      </Button>
      {freshSignIn.dialog}
    </form>
  );
}

function toWord(text: string, locale: string): string {
  return text.trim().toLocaleLowerCase(locale);
}
