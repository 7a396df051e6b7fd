/** A field that shows an error, and its label on the page, "" if it has none. */
export type InvalidField = { element: HTMLElement; label: string };

/** Lists the fields in an element that show an error, in the order of the page. */
export function listInvalidFields(container: HTMLElement | null): InvalidField[] {
  const elements = container?.querySelectorAll<HTMLElement>(':not(fieldset)[aria-invalid="true"]');
  return [...(elements ?? [])].map((element) => ({ element, label: getFieldLabel(element) }));
}

/** Moves the focus to a field, and opens the sections that hide it. */
export function focusField(field: HTMLElement): void {
  for (let details = field.closest("details"); details;)
    [details.open, details] = [true, details.parentElement?.closest("details") ?? null];
  field.focus();
}

/** The field's label, with that of its group: "Price 2: Amount". */
function getFieldLabel(field: HTMLElement): string {
  const labels = field instanceof HTMLInputElement ? field.labels : null;
  const label =
    field.getAttribute("aria-label") ??
    labels?.[0]?.textContent ??
    document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ??
    "";
  const group = field.closest("fieldset")?.querySelector("legend")?.textContent;
  return group ? `${group.trim()}: ${label.trim()}` : label.trim();
}
