import { escapeHtml } from "../../worker/lib/escape-html.ts";

/** Returns the HTML of a sentence, in which backticks mark code. */
export function sentenceHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** Returns the id of an element for a name: `listOrders` and `License checks` become `list-orders` and `license-checks`. */
export function anchor(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .replaceAll(/\W+/g, "-")
    .toLowerCase();
}
