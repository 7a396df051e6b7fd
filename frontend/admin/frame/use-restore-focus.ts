import { useEffect, useRef, type RefObject } from "react";

/** Returns the ref for a button that is replaced by what it opens. It gets the focus again when that is closed. */
export function useRestoreFocus(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
