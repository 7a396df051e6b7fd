import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import "@github/markdown-toolbar-element";
import { useRef, type Ref } from "react";
import styles from "./markdown-field.module.css";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "markdown-toolbar": import("react").ComponentProps<"section"> & {
        /** The id of the text field. */
        for: string;
      };
    }
  }
}

/** The names are the styles of the element `markdown-toolbar`; the drawings are 16 units wide. */
const buttons: [style: string, label: MessageDescriptor, d: string][] = [
  ["bold", msg`Bold (Ctrl+B)`, "M5 3h4a2.5 2.5 0 0 1 0 5H5zM5 8h4.6a2.5 2.5 0 0 1 0 5H5z"],
  ["italic", msg`Italic (Ctrl+I)`, "M7 3h5M4 13h5M9.5 3l-3 10"],
  ["header-2", msg`Heading`, "M4 3v10M12 3v10M4 8h8"],
  [
    "link",
    msg`Link`,
    "M7 9.5a2.5 2.5 0 0 0 3.6 0l2-2A2.5 2.5 0 0 0 9 4l-.9.9M9 6.5a2.5 2.5 0 0 0-3.6 0l-2 2A2.5 2.5 0 0 0 7 12l.9-.9",
  ],
  ["unordered-list", msg`Bulleted list`, "M6 4h7M6 8h7M6 12h7M3 4h.01M3 8h.01M3 12h.01"],
  [
    "ordered-list",
    msg`Numbered list`,
    "M7 4h6M7 8h6M7 12h6M2.5 3.5 3.5 3v3M2.5 10.5c.6-1 1.8-.5 1.4.4L2.5 13H4",
  ],
  ["quote", msg`Quote`, "M3 4v8M6 5h7M6 8h7M6 11h4"],
  ["code", msg`Code`, "M6 5 3 8l3 3M10 5l3 3-3 3"],
];
const PICTURE = "M2.5 3.5h11v9h-11zM2.5 11l3.5-3.5 3 3 1.5-1.5 3 3M10.5 6.5h.01";

/**
 * Buttons that format the text of a field. The arrow keys move between them, so that Tab stops here once.
 * @param props.isHidden hides the buttons while the preview is shown
 */
export function MarkdownToolbar({
  ref,
  fieldId,
  isHidden,
  pictureTypes,
  onChoosePictures,
  preview,
}: {
  ref: Ref<HTMLElement>;
  fieldId: string;
  isHidden: boolean;
  pictureTypes: string;
  onChoosePictures: (files: File[]) => void;
  preview: { isShown: boolean; onChange: (isShown: boolean) => void } | false;
}) {
  const { t, i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.bar}>
      {preview && (
        <div className={styles.sides}>
          {[false, true].map((isPreview) => (
            <button
              key={String(isPreview)}
              type="button"
              aria-pressed={preview.isShown === isPreview}
              className={styles.side}
              onClick={() => preview.onChange(isPreview)}
            >
              {isPreview ? t`Preview` : t`Write`}
            </button>
          ))}
        </div>
      )}
      <markdown-toolbar
        ref={ref}
        for={fieldId}
        className={styles.tools}
        aria-label={t`Formatting`}
        aria-controls={fieldId}
        hidden={isHidden}
      >
        {buttons.map(([style, label, d]) => (
          <button
            key={style}
            type="button"
            tabIndex={-1}
            data-md-button={style}
            aria-label={i18n._(label)}
            title={i18n._(label)}
            className={styles.tool}
          >
            <Icon d={d} />
          </button>
        ))}
        <button
          type="button"
          tabIndex={-1}
          // A style that the element does not know: it only moves the focus here.
          data-md-button="picture"
          aria-label={t`Picture`}
          title={t`Picture`}
          className={styles.tool}
          onClick={() => input.current?.click()}
        >
          <Icon d={PICTURE} />
        </button>
      </markdown-toolbar>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={pictureTypes}
        aria-label={t`Pictures for the text`}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Lets the user choose the same file again.
          target.value = "";
          onChoosePictures(files);
        }}
      />
    </div>
  );
}

function Icon({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={styles.icon}>
      <path d={d} />
    </svg>
  );
}
