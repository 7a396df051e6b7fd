/**
 * Returns a slug for a name or title: `"Die Bäume, 2. Auflage"` → `die-baume-2-auflage`. Returns "" if no character can
 * be used.
 */
export function proposeSlug(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, "");
}
