import { useState, type FormEvent } from "react";
import { SubmitErrorNotice } from "../frame/form-error.tsx";
import { useConfirmClose } from "../frame/unsaved-changes-guard.tsx";
import { useFocusFirstInvalidField } from "../frame/use-focus-first-invalid-field.ts";
import { ApiError } from "../../http/errors.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { useFileChange, type AdminFile } from "./queries.ts";
import styles from "./files-page.module.css";
import { uploadQueue } from "./uploads.ts";

type Props = { file: AdminFile; onClose: () => void };

export function RenameDialog({ file, onClose }: Props) {
  const [name, setName] = useState(file.name);
  const change = useFileChange(onClose);
  const nameError =
    change.error instanceof ApiError
      ? change.error.fields.find(({ path }) => path === "name")?.message
      : undefined;
  const formRef = useFocusFirstInvalidField<HTMLFormElement>(change.error);
  const isDirty = name !== file.name;
  const confirmClose = useConfirmClose(isDirty, change.isPending, onClose);
  const rename = () => change.mutate({ action: "rename", id: file.id, name });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename();
  };
  return (
    <Dialog
      title={`Rename ${file.name}`}
      preventAutoClose={isDirty}
      onClose={confirmClose.requestClose}
      actions={
        <>
          <Button onClick={onClose}>Keep the name</Button>
          <Button kind="primary" busy={change.isPending} onClick={rename}>
            {change.isPending ? "Renaming…" : "Rename"}
          </Button>
        </>
      }
    >
      <form ref={formRef} onSubmit={submit} className={styles.form}>
        <TextField
          label="Name"
          hint="What buyers read. What the file is saved as stays."
          value={name}
          maxLength={120}
          error={nameError}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
      {change.error && nameError === undefined && <SubmitErrorNotice error={change.error} />}
      {confirmClose.confirmation}
    </Dialog>
  );
}

export function ArchiveDialog({ file, onClose }: Props) {
  const change = useFileChange(onClose);
  return (
    <ConfirmDialog
      title={`Archive ${file.name}?`}
      confirmLabel="Archive"
      cancelLabel="Keep it"
      kind="danger"
      busy={change.isPending}
      busyLabel="Archiving…"
      error={change.error}
      onConfirm={() => change.mutate({ action: "archive", id: file.id })}
      onClose={onClose}
    >
      <p>
        Nobody can download it any more, not even who has bought it. Its bytes and counts stay, and
        you can offer it again.
      </p>
    </ConfirmDialog>
  );
}

export function WithdrawDialog({
  title,
  versionId,
  onClose,
}: {
  title: string;
  versionId: string;
  onClose: () => void;
}) {
  const change = useFileChange(onClose);
  return (
    <ConfirmDialog
      title={`Withdraw ${title}?`}
      confirmLabel="Withdraw"
      cancelLabel="Keep it"
      kind="danger"
      busy={change.isPending}
      busyLabel="Withdrawing…"
      error={change.error}
      onConfirm={() => change.mutate({ action: "withdraw", versionId })}
      onClose={onClose}
    >
      <p>
        Nobody can download this version any more. The one before it is the newest then. You can
        offer it again.
      </p>
    </ConfirmDialog>
  );
}

export function NewVersionDialog({ file, onClose }: Props) {
  const [label, setLabel] = useState("");
  const choose = ([selectedFile]: File[]) => {
    if (!selectedFile) return;
    uploadQueue.add({ fileId: file.id, label, file: selectedFile });
    onClose();
  };
  return (
    <Dialog
      title={`New version of ${file.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <FileButton kind="primary" onChoose={choose}>
            Choose the file
          </FileButton>
        </>
      }
    >
      <TextField
        label="Version"
        hint="Your word for it, as 2.1; may stay empty."
        value={label}
        maxLength={60}
        onChange={(event) => setLabel(event.target.value)}
      />
      <p>
        Everybody who has the file is offered this one as soon as it is here. Earlier versions stay
        until you withdraw them.
      </p>
    </Dialog>
  );
}
