/** Returns the email addresses of a text, such as a pasted list or a CSV file: each once, in lower case. */
export function parseEmails(text: string): string[] {
  const found = text.match(/[^\s,;:<>()[\]"']+@[^\s,;:<>()[\]"']+/g) ?? [];
  return [...new Set(found.map((email) => email.toLowerCase()))];
}
