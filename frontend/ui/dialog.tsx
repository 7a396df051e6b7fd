import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from "react";
import styles from "./dialog.module.css";

/** A modal question on the native dialog: focus stays inside, Escape closes, focus returns to where it was. */
export function Dialog({
  title,
  keepsOpen = false,
  onClose,
  children,
  actions,
}: {
  title: string;
  /** Escape only calls `onClose`, which may want to ask first. */
  keepsOpen?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
  actions: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // It must be closed while it is still in the document, or the focus is not given back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // React may take the effect back and run it again; the close event of the first run arrives when it is open again.
  const close = () => {
    if (dialog.current?.open) return;
    // A browser lets a second Escape through.
    if (keepsOpen) dialog.current?.showModal();
    onClose();
  };
  const cancel = (event: SyntheticEvent) => {
    // A file field's own event bubbles.
    if (!keepsOpen || event.target !== dialog.current || !event.cancelable) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={cancel}
      onClose={close}
    >
      <h2 id={titleId}>{title}</h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}
