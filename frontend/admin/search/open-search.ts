const openers = new Set<() => void>();

/** Opens the console's search. */
export function openSearch(): void {
  openers.forEach((open) => open());
}

/**
 * Calls `open` on ⌘K or Ctrl+K, on `/` outside of a field, and by `openSearch`. Not while a dialog is open.
 * @returns a function that stops it
 */
export function onOpenSearch(open: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isShortcut =
      event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.altKey;
    const isSlash =
      event.key === "/" &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.altKey &&
      !isTyping(event.target);
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    open();
  };
  openers.add(open);
  document.addEventListener("keydown", onKeyDown);
  return () => {
    openers.delete(open);
    document.removeEventListener("keydown", onKeyDown);
  };
}

/**
 * Whether the user types in a field. It has to be visible: a dialog that closes leaves the focus in its field until the
 * next frame.
 */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.checkVisibility() &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

/** Whether this is an Apple computer or phone, whose shortcuts use ⌘. */
export const hasCommandKey = /Mac|iPhone|iPad/.test(navigator.platform);
