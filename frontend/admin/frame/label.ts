import type { I18n, MessageDescriptor } from "@lingui/core";

/** A short text: a message of the catalog, or a chosen name, such as that of a product. */
export type Label = string | MessageDescriptor;

/** Returns a label in the page's language. */
export function translateLabel(i18n: I18n, label: Label): string {
  return typeof label === "string" ? label : i18n._(label);
}
