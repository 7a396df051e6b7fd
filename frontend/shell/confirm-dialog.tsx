import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";

/** Asks once before something is done, and says why where it was refused. */
export function ConfirmDialog({
  title,
  keepsOpen,
  confirm,
  keep,
  kind = "primary",
  busy,
  busyLabel,
  error = null,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** Escape only calls `onClose`, which may want to ask first. */
  keepsOpen?: boolean;
  /** What the button that does it says; undefined while it cannot be done. */
  confirm: string | undefined;
  /** What the button that leaves everything as it is says. */
  keep: string;
  kind?: "primary" | "danger" | undefined;
  busy: boolean;
  busyLabel: string;
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      keepsOpen={keepsOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          {confirm && (
            <Button kind={kind} busy={busy} onClick={onConfirm}>
              {busy ? busyLabel : confirm}
            </Button>
          )}
        </>
      }
    >
      {children}
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}
