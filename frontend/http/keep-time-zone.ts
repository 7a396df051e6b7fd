import { api, send } from "./client.ts";

/** The storage key of the time zone that this browser has sent to the shop. */
const storageKey = "time-zone";

/**
 * Sends the browser's time zone to the shop if the user has none, and when it differs from the one sent before. A zone
 * that the user has chosen in their account stays until then.
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
