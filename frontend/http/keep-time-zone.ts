import { api, send } from "./client.ts";

/** Where a browser keeps the time zone that it has told the shop. */
const storageKey = "time-zone";

/**
 * Tells the shop the browser's time zone: if it knows none of the user, and when the browser is in another one than
 * before. A zone that the user has chosen in their account stays until then.
 * @param stored the user's; null if the shop knows none
 */
export function keepTimeZone(stored: string | null): void {
  const timeZone = getTimeZone();
  if (stored === timeZone) return remember(timeZone);
  if (stored !== null && recall() === timeZone) return;
  send(api.me["time-zone"].$put({ json: { timeZone } })).then(
    () => remember(timeZone),
    // The next page tries again. Emails are in UTC until then.
    () => undefined,
  );
}

/** Returns the browser's time zone, as an IANA name. */
export function getTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function recall(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function remember(timeZone: string): void {
  try {
    localStorage.setItem(storageKey, timeZone);
  } catch {
    // Storage is disabled.
  }
}
