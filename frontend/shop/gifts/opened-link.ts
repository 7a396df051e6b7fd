const storageKey = "gatehouse.gift-link";
/** Longer than a sign-in takes, with an account that is made for it. */
const lifetimeMs = 60 * 60_000;

/**
 * Keeps the secret of a gift link while its reader signs in. It is in no URL and no cookie then, since logs have these.
 */
export function keepOpenedLink(secret: string, now: number): void {
  try {
    // Not `sessionStorage`: a sign-in link in an email opens a new tab.
    localStorage.setItem(storageKey, JSON.stringify({ secret, until: now + lifetimeMs }));
  } catch {
    // Storage may be disabled. The link has to be opened again after signing in.
  }
}

/** Returns the secret of the link that was opened last; empty if that was long ago. */
export function readOpenedLink(now: number): string {
  try {
    const { secret, until } = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as {
      secret?: string;
      until?: number;
    };
    return secret !== undefined && until !== undefined && until > now ? secret : "";
  } catch {
    return "";
  }
}

/** Forgets the link, because it was used. */
export function forgetOpenedLink(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Then nothing was kept.
  }
}
