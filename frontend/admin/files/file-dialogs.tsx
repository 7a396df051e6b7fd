import { useState, type FormEvent } from "react";
import { RefusalNotice } from "../frame/form-error.tsx";
import { TextField } from "../frame/form-frame.tsx";
import { useCloseGuard } from "../frame/unsaved-changes-guard.tsx";
import { useRefusedFocus } from "../frame/use-focus-first-invalid-field.ts";
import { ApiError } from "../../http/errors.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { useFileChange, type SellersFile } from "./queries.ts";
import styles from "./files-page.module.css";
import { uploads } from "./uploads.ts";

type Props = { file: SellersFile; onClose: () => void };

export function RenameDialog({ file, onClose }: Props) {
  const [name, setName] = useState(file.name);
  const change = useFileChange(onClose);
  const refusal =
    change.error instanceof ApiError
      ? change.error.fields.find(({ path }) => path === "name")?.message
      : undefined;
  const element = useRefusedFocus<HTMLFormElement>(change.error);
  const isDirty = name !== file.name;
  const guard = useCloseGuard(isDirty, change.isPending, onClose);
  const rename = () => change.mutate({ do: "rename", id: file.id, name });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename();
  };
  return (
    <Dialog
      title={`Rename ${file.name}`}
      keepsOpen={isDirty}
      onClose={guard.close}
      actions={
        <>
          <Button onClick={onClose}>Keep the name</Button>
          <Button kind="primary" busy={change.isPending} onClick={rename}>
            {change.isPending ? "Renaming…" : "Rename"}
          </Button>
        </>
      }
    >
      <form ref={element} onSubmit={submit} className={styles.form}>
        <TextField
          label="Name"
          hint="What buyers read. What the file is saved as stays."
          value={name}
          maxLength={120}
          error={refusal}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
      {change.error && refusal === undefined && <RefusalNotice error={change.error} />}
      {guard.question}
    </Dialog>
  );
}

export function ArchiveDialog({ file, onClose }: Props) {
  const change = useFileChange(onClose);
  return (
    <ConfirmDialog
      title={`Archive ${file.name}?`}
      confirm="Archive"
      keep="Keep it"
      kind="danger"
      busy={change.isPending}
      busyLabel="Archiving…"
      error={change.error}
      onConfirm={() => change.mutate({ do: "archive", id: file.id })}
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
      confirm="Withdraw"
      keep="Keep it"
      kind="danger"
      busy={change.isPending}
      busyLabel="Withdrawing…"
      error={change.error}
      onConfirm={() => change.mutate({ do: "withdraw", versionId })}
      onClose={onClose}
    >
      <p>
        Nobody can download this version any more. The one before it is the newest then. You can
        offer it again.
      </p>
    </ConfirmDialog>
  );
}

export function VersionDialog({ file, onClose }: Props) {
  const [label, setLabel] = useState("");
  const choose = ([chosen]: File[]) => {
    if (!chosen) return;
    uploads.add({ fileId: file.id, label, file: chosen });
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
