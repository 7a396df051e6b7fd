import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";

/** Asks once before something is done, and says why where it was refused. */
export function ConfirmDialog({
  title,
  preventAutoClose,
  confirmLabel,
  cancelLabel,
  kind = "primary",
  busy,
  busyLabel,
  error = null,
  text,
  summary,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** Escape only calls `onClose`, which may want to ask first. */
  preventAutoClose?: boolean;
  /** What the button that does it says; undefined while it cannot be done. */
  confirmLabel: string | undefined;
  /** What the button that leaves everything as it is says. */
  cancelLabel: string;
  kind?: "primary" | "danger" | undefined;
  busy: boolean;
  busyLabel: string;
  error?: Error | null;
  /** What it means, in a paragraph. */
  text?: string;
  /** Stays in view above the buttons. */
  summary?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      preventAutoClose={preventAutoClose}
      onClose={onClose}
      summary={summary}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          {confirmLabel && (
            <Button kind={kind} busy={busy} onClick={onConfirm}>
              {busy ? busyLabel : confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {text !== undefined && <p>{text}</p>}
      {children}
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}
