/** How many names a message lists. */
const MAX_NAMES = 5;

/** Returns names for a message in English, the first of many: `“One”, “Two” and 3 more`. */
export function listNames(names: string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
