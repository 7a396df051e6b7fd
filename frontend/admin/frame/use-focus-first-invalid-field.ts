import { useEffect, useRef, type RefObject } from "react";
import { focusField, listInvalidFields } from "./find-invalid-fields.ts";

/**
 * Moves the focus to the first invalid field whenever `error` changes to another error.
 * @returns the ref for the element that contains the fields
 */
export function useFocusFirstInvalidField<Element extends HTMLElement>(
  error: object | null | undefined,
): RefObject<Element | null> {
  const container = useRef<Element>(null);
  useEffect(() => {
    const [first] = error ? listInvalidFields(container.current) : [];
    if (first) focusField(first.element);
  }, [error]);
  return container;
}
