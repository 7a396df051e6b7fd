import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useState, type FormEvent } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { SubmitErrorNotice } from "../frame/form-error.tsx";
import { UnsavedChangesGuard } from "../frame/unsaved-changes-guard.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { useUser } from "../../http/session.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import rows from "../../ui/row-list.module.css";
import { showToast } from "../../ui/toast.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./customer-page.module.css";
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
  /** False for a deleted account. */
  canAdd: boolean;
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const [editedId, setEditedId] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<CustomerNote | null>(null);
  const user = useUser();
  const remove = useDeleteNote(userId);
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
                    <Button kind="plain" onClick={() => setEditedId(note.id)}>
                      <span className={styles.small}>
                        <Trans>
                          Edit <VisuallyHidden>the note from {date}</VisuallyHidden>
                        </Trans>
                      </span>
                    </Button>
                    <Button kind="plain" onClick={() => setDeleted(note)}>
                      <span className={styles.small}>
                        <Trans>
                          Delete… <VisuallyHidden>the note from {date}</VisuallyHidden>
                        </Trans>
                      </span>
                    </Button>
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
          cancelLabel={t`Cancel`}
          confirmLabel={t`Delete note`}
          kind="danger"
          busy={remove.isPending}
          busyLabel={t`Deleting…`}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(deleted.id, {
              onSuccess: () => {
                setDeleted(null);
                showToast(t`Note deleted`);
              },
            })
          }
          onClose={() => setDeleted(null)}
        >
          <p className={styles.note}>{deleted.body}</p>
          <p>
            <Trans>This can’t be undone.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function describeNote(i18n: I18n, { authorName, createdAt, updatedAt }: CustomerNote): string {
  const formats = formatsOf(i18n);
  const edited = updatedAt === null ? null : formats.dateTime(updatedAt);
  return [
    authorName ?? i18n._(msg`Former team member`),
    formats.dateTime(createdAt),
    edited !== null && i18n._(msg`Edited ${edited}`),
  ]
    .filter(Boolean)
    .join(" · ");
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
  const save = useSaveNote(userId);
  const isDirty = body !== (note?.body ?? "");
  const isEmpty = body.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
        onChange={(event) => setBody(event.target.value)}
      />
      {save.error && <SubmitErrorNotice error={save.error} />}
      <div className={styles.noteActions}>
        <Button
          type="submit"
          busy={save.isPending}
          disabledReason={
            isEmpty
              ? t`Enter a note.`
              : note !== null && !isDirty
                ? t`No changes to save.`
                : undefined
          }
        >
          {save.isPending ? t`Saving…` : note ? t`Save note` : t`Add note`}
        </Button>
        {onClose && (
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
      <UnsavedChangesGuard when={isDirty} isSaving={save.isPending} />
    </form>
  );
}
