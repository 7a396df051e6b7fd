import { getDraftKey } from "../../http/browser-drafts.ts";
import type { Entry } from "./results.ts";

/** What the search remembers until the user signs out: the last search text, and what was opened from it. */
type SearchMemory = { text: string; recent: Entry[] };

const nothing: SearchMemory = { text: "", recent: [] };
const maxRecent = 5;

// Like a draft, it ends with the session, because it has names and emails.
const keyOf = (userId: string) => getDraftKey(userId, "console-search");

/** Returns what is remembered for this user; nothing if the browser stores nothing. */
export function readMemory(userId: string): SearchMemory {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "null") as SearchMemory | null;
    return stored && Array.isArray(stored.recent) ? stored : nothing;
  } catch {
    return nothing;
  }
}

/** Remembers the search text. */
export function rememberText(userId: string, text: string): void {
  write(userId, { ...readMemory(userId), text });
}

/** Remembers an entry as the latest that was opened. */
export function rememberEntry(userId: string, { href, title, detail }: Entry): void {
  const memory = readMemory(userId);
  const others = memory.recent.filter((entry) => entry.href !== href);
  const latest: Entry = { href, title, ...(detail !== undefined && { detail }) };
  write(userId, { ...memory, recent: [latest, ...others].slice(0, maxRecent) });
}

function write(userId: string, memory: SearchMemory): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(memory));
  } catch {
    // Storage is disabled or full. The search works without a memory.
  }
}
