/**
 * The address that a name or a title suggests: `"Die Bäume, 2. Auflage"` → `die-baume-2-auflage`; "" where nothing of it
 * fits.
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
