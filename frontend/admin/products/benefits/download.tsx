import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { RowAction } from "../../frame/row-action.tsx";
import { useFormats } from "../../../i18n/use-formats.ts";
import { consolePaths } from "../../frame/console-paths.ts";
import { startUploads, useUploads } from "../../files/uploads.ts";
import { describeUpload } from "../../files/upload-copy.ts";
import { ErrorNotice } from "../../../shell/error-notice.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { FieldError } from "../../../ui/field/fields.tsx";
import type { BenefitFieldProps, BenefitPart } from "./benefit-part.ts";
import { catalogKey, type EditableBenefit } from "../editor-queries.ts";
import shapes from "../../frame/shapes.module.css";

/** Files to download. Those of a new benefit are uploaded as soon as the product is saved. */
export const download: BenefitPart<"download"> = {
  name: msg`Download`,
  newName: msg`Download`,
  optionsName: msg({ message: "Note", context: "for customers" }),
  Content: Files,
  describeContent: (i18n, { files }) =>
    i18n._(msg`${plural({ count: files.length }, { one: "# file", other: "# files" })}`),
};

function Files(props: BenefitFieldProps) {
  const { benefit, row, form } = props;
  const error = form.getFieldError(`benefits.${row.key}.files`);
  return (
    <>
      {benefit ? <SavedFiles benefit={benefit} /> : <ChosenFiles {...props} />}
      {error && <FieldError>{error}</FieldError>}
    </>
  );
}

function ChosenFiles({ row, form, onChange }: BenefitFieldProps) {
  const formats = useFormats();
  const { t } = useLingui();
  const { key, fileNames } = row;
  const files = form.files[key] ?? [];
  const setFiles = (next: File[]) => {
    form.setFiles((all) => ({ ...all, [key]: next }));
    onChange({ fileNames: next.map(({ name }) => name) });
  };
  // Names of an earlier visit, whose files the browser did not keep.
  const lost = fileNames.filter((name) => !files.some((file) => file.name === name));
  return (
    <>
      {(files.length > 0 || lost.length > 0) && (
        <ul className={shapes.items} aria-label={t`Files`}>
          {files.map((file, index) => (
            <li className={shapes.spread} key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>
                {file.name}{" "}
                <span className={shapes.soft}>
                  {formats.size(file.size)} · {t`Uploads when you save`}
                </span>
              </span>
              <RowAction
                label={t`Remove`}
                about={file.name}
                onClick={() => setFiles(files.toSpliced(index, 1))}
              />
            </li>
          ))}
          {lost.map((name) => (
            <li key={name} className={shapes.soft}>
              {t`${name} · Choose this file again`}
            </li>
          ))}
        </ul>
      )}
      <div>
        <FileButton multiple onChoose={(chosen) => setFiles([...files, ...chosen])}>
          {files.length > 0 ? t`Add files` : t`Choose files`}
        </FileButton>
      </div>
    </>
  );
}

function SavedFiles({ benefit }: { benefit: EditableBenefit }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { id, files } = benefit;
  const client = useQueryClient();
  const uploads = useUploads();
  const refetch = () => client.invalidateQueries({ queryKey: catalogKey });
  const upload = useMutation({
    mutationFn: (chosen: File[]) => startUploads(id, chosen),
    onSettled: refetch,
  });
  const findUpload = (fileId: string) =>
    uploads.find((each) => each.fileId === fileId && each.state !== "done");
  return (
    <>
      {files.length > 0 && (
        <ul className={shapes.items} aria-label={t`Files`}>
          {files.map(({ id: fileId, name, size }) => {
            const running = findUpload(fileId);
            return (
              <li className={shapes.spread} key={fileId}>
                <Link href={consolePaths.file(id, fileId)}>{name}</Link>
                <span className={shapes.soft}>
                  {running
                    ? describeUpload(i18n, running)
                    : size === null
                      ? t`No file uploaded yet`
                      : formats.size(size)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {upload.error && <ErrorNotice error={upload.error} />}
      <div>
        <FileButton multiple onChoose={(chosen) => upload.mutate(chosen)}>
          {files.length > 0 ? t`Add files` : t`Choose files`}
        </FileButton>
      </div>
    </>
  );
}
