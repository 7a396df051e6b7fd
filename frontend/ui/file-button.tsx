import { useRef } from "react";
import { Button } from "./button.tsx";

/** A button that opens the browser's file picker. */
export function FileButton({
  multiple = false,
  kind = "secondary",
  accept,
  onChoose,
  children,
  label,
}: {
  multiple?: boolean;
  kind?: "primary" | "secondary" | "plain";
  accept?: string | undefined;
  onChoose: (files: File[]) => void;
  children: string;
  /** What screen readers say instead, beginning with the same words: "Resume book.pdf". */
  label?: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label ?? children}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Lets the user choose the same file again.
          target.value = "";
          if (files.length > 0) onChoose(files);
        }}
      />
      <Button kind={kind} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
