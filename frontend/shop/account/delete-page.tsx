import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { describeErrorCode } from "../../messages/errors.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { TextField } from "../../ui/field/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import shapes from "../../ui/shapes.module.css";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import { AccountLayout } from "./account-layout.tsx";
import styles from "./account.module.css";
import { explainDeletion } from "./deletion-copy.ts";
import { ExportData } from "./export-data.tsx";
import { deletionPreviewQuery, useDeleteAccount } from "./queries.ts";
import { Section, SectionsSkeleton } from "./section.tsx";

/** `/account/delete`: lists the consequences of deleting the account and shows the deletion form. */
export default function DeletePage() {
  const { t, i18n } = useLingui();
  return (
    <AccountLayout title={t`Delete account`}>
      <QueryBoundary
        query={useQuery(deletionPreviewQuery)}
        skeleton={<SectionsSkeleton titles={[t`What happens`, t`Before you go`]} />}
      >
        {(deletion) =>
          deletion.isLastOwner ? (
            <LastOwner />
          ) : (
            <>
              <Section title={t`What happens`} description={t`This can’t be undone.`}>
                <ul className={classNames(shapes.lined, styles.consequences)}>
                  {explainDeletion(i18n, deletion).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </Section>
              <Section
                title={t`Before you go`}
                description={t`You can’t download your data after your account is deleted.`}
              >
                <ExportData />
              </Section>
              <Section title={t`Confirm deletion`}>
                <DeleteForm />
              </Section>
            </>
          )
        }
      </QueryBoundary>
    </AccountLayout>
  );
}

function LastOwner() {
  const { t, i18n } = useLingui();
  const { title, nextStep } = describeErrorCode(i18n, "last_owner");
  return (
    <>
      <Notice tone="info" title={title} text={nextStep} />
      <ButtonLink href={paths.account}>{t`Back to your account`}</ButtonLink>
    </>
  );
}

/** The deletion form. The user types a word to confirm. After a fresh sign-in the user must press the button again. */
function DeleteForm() {
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
      <div>
        <Button ref={button} type="submit" kind="danger" busy={isLeaving}>
          {isLeaving ? t`Deleting…` : t`Delete account permanently`}
        </Button>
      </div>
      {freshSignIn.dialog}
    </form>
  );
}

function toWord(text: string, locale: string): string {
  return text.trim().toLocaleLowerCase(locale);
}
