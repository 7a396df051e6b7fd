import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { joinFacts } from "../frame/label.tsx";
import { RowAction } from "../frame/row-action.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { SubmitErrorNotice } from "../form/form-errors.tsx";
import { UnsavedChangesGuard } from "../form/unsaved-changes-guard.tsx";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { useUser } from "../../http/session.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field/fields.tsx";
import rows from "../../ui/row-list.module.css";
import { showToast } from "../../ui/toast.tsx";
import styles from "./customer-page.module.css";
import shapes from "../frame/shapes.module.css";
import { useDeleteNote, useSaveNote, type CustomerNote } from "./queries.ts";

/** As many characters as the server takes. */
const MAX_LENGTH = 5000;

/** The team's notes about a customer, newest first. Members change their own; an owner changes all. */
export function Notes({
  userId,
  notes,
  canAdd,
}: {
  userId: string;
  notes: CustomerNote[];
  /** False for a deleted account, and for one of the same or a higher role. */
  canAdd: boolean;
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const [editedId, setEditedId] = useState<string | null>(null);
  const user = useUser();
  const deletion = useConfirmation(useDeleteNote(userId), () => showToast(t`Note deleted`));
  const deleted = notes.find(({ id }) => id === deletion.asked?.input);
  return (
    <>
      {canAdd && <NoteForm userId={userId} note={null} />}
      {notes.length > 0 && (
        <ul className={rows.rows}>
          {notes.map((note) => {
            const date = formats.dateTime(note.createdAt);
            return note.id === editedId ? (
              <li key={note.id}>
                <NoteForm userId={userId} note={note} onClose={() => setEditedId(null)} />
              </li>
            ) : (
              <li key={note.id}>
                <div className={rows.main}>
                  <p className={styles.note}>{note.body}</p>
                  <p className={rows.detail}>{describeNote(i18n, note)}</p>
                </div>
                {(note.authorId === user?.id || user?.role === "owner") && (
                  <div className={styles.side}>
                    <RowAction
                      label={t`Edit`}
                      about={t`the note from ${date}`}
                      onClick={() => setEditedId(note.id)}
                    />
                    <RowAction
                      label={t`Delete…`}
                      about={t`the note from ${date}`}
                      onClick={() => deletion.ask(note.id)}
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {deleted && (
        <ConfirmDialog
          title={t`Delete this note?`}
          confirmLabel={t`Delete note`}
          kind="danger"
          busyLabel={t`Deleting…`}
          {...deletion.dialog}
        >
          <p className={styles.note}>{deleted.body}</p>
          <p>{t`This can’t be undone.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function describeNote(i18n: I18n, { authorName, createdAt, updatedAt }: CustomerNote): string {
  const formats = formatsOf(i18n);
  const edited = updatedAt === null ? null : formats.dateTime(updatedAt);
  return joinFacts(
    authorName ?? i18n._(msg`Former team member`),
    formats.dateTime(createdAt),
    edited !== null && i18n._(msg`Edited ${edited}`),
  );
}

/** Adds a note, or edits one. What was typed stays until it is saved. */
function NoteForm({
  userId,
  note,
  onClose,
}: {
  userId: string;
  note: CustomerNote | null;
  onClose?: () => void;
}) {
  const { t } = useLingui();
  const [body, setBody] = useState(note?.body ?? "");
  /** Said only after a try to save: the field is empty after each note, too. */
  const [isMissing, setIsMissing] = useState(false);
  const save = useSaveNote(userId);
  const isDirty = body !== (note?.body ?? "");
  const isEmpty = body.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(isEmpty);
    if (isEmpty || save.isPending) return;
    save.mutate(
      { id: note?.id ?? null, body },
      {
        onSuccess: () => {
          showToast(note ? t`Note saved` : t`Note added`);
          setBody(note ? body : "");
          onClose?.();
        },
      },
    );
  };
  return (
    <form className={styles.noteForm} onSubmit={submit}>
      <TextArea
        label={note ? t`Note` : t`New note`}
        rows={2}
        maxLength={MAX_LENGTH}
        value={body}
        error={isMissing ? t`Enter a note.` : undefined}
        onChange={(event) => {
          setBody(event.target.value);
          setIsMissing(false);
        }}
      />
      {save.error && <SubmitErrorNotice error={save.error} />}
      <div className={shapes.actions}>
        <Button
          type="submit"
          busy={save.isPending}
          disabledReason={note !== null && !isDirty ? t`No changes to save.` : undefined}
        >
          {save.isPending ? t`Saving…` : note ? t`Save note` : t`Add note`}
        </Button>
        {onClose && <Button onClick={onClose}>{t`Cancel`}</Button>}
      </div>
      <UnsavedChangesGuard when={isDirty} isSaving={save.isPending} />
    </form>
  );
}
