import { useRef } from "react";
import { Button } from "./button.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** A button that opens the browser's file picker. */
export function FileButton({
  multiple = false,
  kind = "secondary",
  accept,
  onChoose,
  children,
  labelSuffix,
}: {
  multiple?: boolean;
  kind?: "primary" | "secondary" | "plain";
  accept?: string | undefined;
  onChoose: (files: File[]) => void;
  children: string;
  /** Completes the label for screen readers, e.g. with a file name. */
  labelSuffix?: string | undefined;
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
        aria-label={labelSuffix ? `${children} ${labelSuffix}` : children}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Lets the user choose the same file again.
          target.value = "";
          if (files.length > 0) onChoose(files);
        }}
      />
      <Button kind={kind} onClick={() => input.current?.click()}>
        {children} {labelSuffix && <VisuallyHidden>{labelSuffix}</VisuallyHidden>}
      </Button>
    </>
  );
}
