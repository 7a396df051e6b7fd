import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import {
  findFieldError,
  SubmitErrorNotice,
  useFocusFirstInvalidField,
} from "../form/form-errors.tsx";
import { useConfirmClose } from "../form/unsaved-changes-guard.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { useFileChange, type AdminFile } from "./queries.ts";
import shapes from "../frame/shapes.module.css";
import { uploadQueue } from "./uploads.ts";

type Props = { file: AdminFile; onClose: () => void };

export function RenameDialog({ file, onClose }: Props) {
  const { t } = useLingui();
  const [name, setName] = useState(file.name);
  const change = useFileChange(onClose);
  const nameError = findFieldError(change.error, "name");
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
      title={t`Rename ${{ name: file.name }}`}
      preventAutoClose={isDirty}
      onClose={confirmClose.requestClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" busy={change.isPending} onClick={rename}>
            {change.isPending ? t`Renaming…` : t`Rename`}
          </Button>
        </>
      }
    >
      <form ref={formRef} onSubmit={submit} className={shapes.fields}>
        <TextField
          label={t`Name`}
          hint={t`Shown to customers. The downloaded file keeps its file name.`}
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

export function NewVersionDialog({ file, onClose }: Props) {
  const { t } = useLingui();
  const [label, setLabel] = useState("");
  const choose = ([selectedFile]: File[]) => {
    if (!selectedFile) return;
    uploadQueue.add({ fileId: file.id, label, file: selectedFile });
    onClose();
  };
  return (
    <Dialog
      title={t`New version of ${{ name: file.name }}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <FileButton kind="primary" onChoose={choose}>
            {t`Choose file`}
          </FileButton>
        </>
      }
    >
      <TextField
        label={t`Version name`}
        hint={t`For example, 2.1. Optional.`}
        value={label}
        maxLength={60}
        onChange={(event) => setLabel(event.target.value)}
      />
      <p>
        <Trans>
          Customers get this version as soon as the upload finishes. Earlier versions stay available
          until you withdraw them.
        </Trans>
      </p>
    </Dialog>
  );
}
