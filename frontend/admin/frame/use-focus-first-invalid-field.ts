import { useEffect, useRef, type RefObject } from "react";

/**
 * When something typed is refused, the first field that says so gets the focus.
 * @param refusal why; each refusal is another object
 * @returns for the element that holds the fields
 */
export function useRefusedFocus<Element extends HTMLElement>(
  refusal: object | null | undefined,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (refusal)
      element.current?.querySelector<HTMLElement>(':not(fieldset)[aria-invalid="true"]')?.focus();
  }, [refusal]);
  return element;
}
