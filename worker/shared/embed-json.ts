/** The characters that could end a script element or a line of it, with their escapes in JSON. */
const escapes: Record<string, string> = {
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Returns the JSON of a value for a `<script>` element, which no text in the value can end: it contains no `<`. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? "");
}
