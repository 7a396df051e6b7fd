/** What a user typed and did not save is stored under this prefix and their id. */
const draftPrefix = "page-draft:";

type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Returns where a user's draft is stored. @param id what it is a draft of */
export function getDraftKey(userId: string, id: string): string {
  return `${draftPrefix}${userId}:${id}`;
}

/**
 * Removes the drafts of all other users from this browser. Call it whenever it is known who is signed in: a draft ends
 * with the session, so the next user of the browser can't read it.
 * @param userId null if no user is signed in
 * @param openStorage a function, since a browser may refuse even to name its storage
 */
export function endDraftsOfOthers(
  userId: string | null,
  openStorage: () => DraftStorage = () => localStorage,
): void {
  try {
    const storage = openStorage();
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const name of names)
      if (
        name?.startsWith(draftPrefix) &&
        (userId === null || !name.startsWith(`${draftPrefix}${userId}:`))
      )
        storage.removeItem(name);
  } catch {
    // Storage is disabled, so there are no drafts.
  }
}
