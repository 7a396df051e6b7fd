import { useRef } from "react";
import { Button } from "./button.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** A button that opens the browser's choice of files. */
export function FileButton({
  multiple = false,
  kind = "secondary",
  accept,
  onChoose,
  children,
  about,
}: {
  multiple?: boolean;
  kind?: "primary" | "secondary" | "plain";
  accept?: string | undefined;
  onChoose: (files: File[]) => void;
  children: string;
  /** What it is for, for who does not see where it stands. */
  about?: string | undefined;
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
        aria-label={about ? `${children} ${about}` : children}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // So that the same one can be chosen again.
          target.value = "";
          if (files.length > 0) onChoose(files);
        }}
      />
      <Button kind={kind} onClick={() => input.current?.click()}>
        {children} {about && <VisuallyHidden>{about}</VisuallyHidden>}
      </Button>
    </>
  );
}
