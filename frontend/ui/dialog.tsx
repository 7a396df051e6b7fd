import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import styles from "./dialog.module.css";

/** A modal question on the native dialog: focus stays inside, Escape closes, focus returns to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
}: {
  title: string;
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
    if (!dialog.current?.open) onClose();
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={close}>
      <h2 id={titleId}>{title}</h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}
