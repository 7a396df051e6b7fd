import {
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import fieldStyles from "./field.module.css";
import { InsertPictureDialog } from "./insert-picture-dialog.tsx";
import { insertAtSelection, type Selection } from "./insert-text.ts";
import { type FieldProps, LabeledField } from "./fields.tsx";
import styles from "./markdown-field.module.css";
import { MarkdownToolbar } from "./markdown-toolbar.tsx";

/** Pictures that wait to be inserted, and where in the text. */
type Pending = { files: File[]; selection: Selection };

/**
 * A labeled field for Markdown with a toolbar. Pictures are chosen, pasted or dropped, described in a dialog, and
 * inserted where the cursor is. Ctrl+B and Ctrl+I work, too.
 * @param props.uploadPicture uploads a picture and returns its URL
 * @param props.pictureTypes what the file picker offers, as in the attribute `accept`
 * @param props.preview shown instead of the text when the user asks for it; without it, there is nothing to ask for
 */
export function MarkdownField({
  label,
  hint,
  error,
  value,
  onChange,
  uploadPicture,
  pictureTypes,
  preview,
  ...area
}: FieldProps &
  Omit<ComponentProps<"textarea">, "value" | "onChange"> & {
    value: string;
    onChange: (markdown: string) => void;
    uploadPicture: (file: File) => Promise<string>;
    pictureTypes: string;
    preview?: ReactNode;
  }) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const toolbar = useRef<HTMLElement>(null);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [pending, setPending] = useState<Pending | null>(null);
  // An error is at the text, so the text is shown.
  const showsPreview = isPreviewing && preview !== undefined && !error;

  const offerPictures = (files: Iterable<File>) => {
    const pictures = [...files].filter(({ type }) => type.startsWith("image/"));
    if (pictures.length === 0 || !textarea.current) return false;
    const { selectionStart: start, selectionEnd: end } = textarea.current;
    setPending({ files: pictures, selection: { start, end } });
    return true;
  };
  const finishPicture = (markdown: string | null) => {
    if (!pending) return;
    // The field cannot take the text before the dialog is closed.
    flushSync(() => setPending(null));
    const selection =
      markdown !== null && textarea.current
        ? insertAtSelection(textarea.current, pending.selection, markdown)
        : pending.selection;
    const files = pending.files.slice(1);
    if (files.length > 0) setPending({ files, selection });
  };
  const takePictures = (event: ClipboardEvent | DragEvent, files: FileList) => {
    if (offerPictures(files)) event.preventDefault();
  };
  const [picture] = pending?.files ?? [];

  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(props) => (
        <div className={styles.editor}>
          <MarkdownToolbar
            ref={toolbar}
            fieldId={props.id}
            isHidden={showsPreview}
            pictureTypes={pictureTypes}
            onChoosePictures={offerPictures}
            preview={
              preview !== undefined && {
                isShown: showsPreview,
                onChange: setIsPreviewing,
              }
            }
          />
          <textarea
            rows={8}
            {...area}
            {...props}
            ref={textarea}
            hidden={showsPreview}
            className={fieldStyles.area}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => pressShortcut(event, toolbar.current)}
            onPaste={(event) => takePictures(event, event.clipboardData.files)}
            onDragOver={(event) => {
              if (event.dataTransfer.types.includes("Files")) event.preventDefault();
            }}
            onDrop={(event) => takePictures(event, event.dataTransfer.files)}
          />
          {showsPreview && <div className={styles.preview}>{preview}</div>}
          {picture && (
            <InsertPictureDialog
              file={picture}
              upload={uploadPicture}
              onInsert={finishPicture}
              onClose={() => finishPicture(null)}
            />
          )}
        </div>
      )}
    </LabeledField>
  );
}

/** Ctrl or Command with a letter presses the button of the toolbar. */
function pressShortcut(event: KeyboardEvent, toolbar: HTMLElement | null): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const style = { b: "bold", i: "italic" }[event.key.toLowerCase()];
  if (style === undefined) return;
  event.preventDefault();
  toolbar?.querySelector<HTMLElement>(`[data-md-button="${style}"]`)?.click();
}
