import { useEffect, useRef, type RefObject } from "react";

/**
 * Moves the focus to the first invalid field whenever `error` changes to another error.
 * @returns the ref for the element that contains the fields
 */
export function useFocusFirstInvalidField<Element extends HTMLElement>(
  error: object | null | undefined,
): RefObject<Element | null> {
  const container = useRef<Element>(null);
  useEffect(() => {
    if (error)
      container.current?.querySelector<HTMLElement>(':not(fieldset)[aria-invalid="true"]')?.focus();
  }, [error]);
  return container;
}
