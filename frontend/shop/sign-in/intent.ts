const storageKey = "gatehouse.intent";
/** The lifetime of a sign-in link in an email. */
const lifetimeMs = 15 * 60_000;

/** The query parameter that holds the intent's id after the sign-in. */
export const intentParam = "again";

/**
 * The action that the user started when the server required a fresh sign-in. It is stored on this device, because
 * anyone can craft a URL; the URL contains only the intent's id. `input` survives as JSON.
 */
export type Intent = { action: string; input: unknown; userId: string };

type StoredIntent = Intent & { id: string; until: number };

/**
 * Stores an intent during a sign-in.
 * @returns `path` with the parameter that resumes the intent
 */
export function saveIntent(intent: Intent, path: string, now: number): string {
  const stored: StoredIntent = { ...intent, id: crypto.randomUUID(), until: now + lifetimeMs };
  try {
    // Not `sessionStorage`: a link in an email opens a new tab.
    localStorage.setItem(storageKey, JSON.stringify(stored));
  } catch {
    return path;
  }
  return `${path}?${intentParam}=${stored.id}`;
}

/**
 * Consumes the intent with this id, once, if the action and the user match.
 * @returns its input; null if it doesn't match, has expired, or is gone
 */
export function consumeIntent(
  id: string,
  { action, userId }: Pick<Intent, "action" | "userId">,
  now: number,
): unknown {
  const stored = readStoredIntent();
  if (stored?.id !== id || stored.action !== action || stored.userId !== userId) return null;
  localStorage.removeItem(storageKey);
  return stored.until > now ? stored.input : null;
}

function readStoredIntent(): StoredIntent | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "null") as StoredIntent | null;
  } catch {
    return null;
  }
}
