const storageKey = "gatehouse.intent";
/** A link in an email is good for as long. */
const lifeMs = 15 * 60_000;

/** The parameter of the way back that says which intent it belongs to. */
export const intentParam = "again";

/**
 * What somebody was about to do when the server asked for a fresh sign-in. It is kept on this device and never in an
 * address, which anybody could have written; the address only says which one it is.
 */
export type Intent = { action: string; input: string; userId: string };

type Kept = Intent & { id: string; until: number };

/** Keeps an intent across a sign-in. @returns the way back to `path` that takes it up again */
export function keepIntent(intent: Intent, path: string, now: number): string {
  const kept: Kept = { ...intent, id: crypto.randomUUID(), until: now + lifeMs };
  try {
    // Not of the tab: a link in an email opens another one.
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    return path;
  }
  return `${path}?${intentParam}=${kept.id}`;
}

/**
 * Takes up the intent that the way back belongs to, once, and only for who had it.
 * @returns its input; null where it is for another action or person, too old, or gone
 */
export function takeIntent(
  id: string,
  { action, userId }: Pick<Intent, "action" | "userId">,
  now: number,
): string | null {
  const kept = readKept();
  if (kept?.id !== id || kept.action !== action || kept.userId !== userId) return null;
  localStorage.removeItem(storageKey);
  return kept.until > now ? kept.input : null;
}

function readKept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
