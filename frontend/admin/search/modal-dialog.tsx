import { useLingui } from "@lingui/react/macro";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import styles from "./search-dialog.module.css";

/** A native modal without a heading or buttons of its own: Escape and a click outside close it. */
export function ModalDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser restores the focus only if the dialog is closed before it leaves the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector("input")?.focus();
    return () => element?.close();
  }, []);
  // The target of a click beside the dialog is the dialog itself. A click inside has one of its elements.
  useEffect(() => {
    const element = dialog.current;
    const closeOutside = (event: globalThis.MouseEvent) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener("click", closeOutside);
    return () => element?.removeEventListener("click", closeOutside);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t`Search the console`}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
