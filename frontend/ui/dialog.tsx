import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from "react";
import styles from "./dialog.module.css";

/** A modal based on the native dialog, which traps the focus, closes on Escape and restores the focus. */
export function Dialog({
  title,
  preventAutoClose = false,
  isWide = false,
  onClose,
  children,
  summary,
  actions,
}: {
  title: string;
  /** Escape only calls `onClose`, so that it can ask for confirmation first. */
  preventAutoClose?: boolean | undefined;
  /** For content that needs the width of a page. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** What must be in view where the buttons are, such as what is paid; undefined if there is no such thing. */
  summary?: ReactNode;
  actions: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // The browser restores the focus only if the dialog is closed before it leaves the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // In development, React runs the effect twice: the first close event arrives when the dialog is open again.
  const close = () => {
    if (dialog.current?.open) return;
    // Browsers don't allow a page to cancel a second Escape.
    if (preventAutoClose) dialog.current?.showModal();
    onClose();
  };
  const cancel = (event: SyntheticEvent) => {
    // The cancel event of a file input bubbles up to here.
    if (!preventAutoClose || event.target !== dialog.current || !event.cancelable) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onCancel={cancel}
      onClose={close}
    >
      <h2 id={titleId}>{title}</h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>
        {summary !== undefined && <div className={styles.summary}>{summary}</div>}
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  );
}
