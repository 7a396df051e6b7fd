import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

const unsaved = new Set<symbol>();
const listeners = new Set<() => void>();

/** Whether something on the page is typed and not saved. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unsaved.size > 0,
  );
}

/**
 * Asks before a page with something unsaved is left: by a link, Back, a reload or closing the tab.
 * @param isSaving it is on its way, and the page may go on by itself
 */
export function LeaveGuard({ when, isSaving = false }: { when: boolean; isSaving?: boolean }) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!when) return;
    const mark = Symbol("unsaved");
    const tell = () => listeners.forEach((listener) => listener());
    unsaved.add(mark);
    tell();
    return () => {
      unsaved.delete(mark);
      tell();
    };
  }, [when]);
  useEffect(() => {
    if (!when || isSaving || isLeaving) return;
    // The browser's own question, for what leaves the app.
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Ours, for what stays in it. Browsers without the Navigation API let such a step through.
    const onNavigate = (event: NavigateEvent) => {
      const { destination, navigationType } = event;
      const to = new URL(destination.url);
      const staysHere = to.pathname === location.pathname;
      if (staysHere || !event.cancelable || !destination.sameDocument) return;
      event.preventDefault();
      setLeave(
        () => () =>
          navigationType === "traverse"
            ? void globalThis.navigation.traverseTo(destination.key)
            : navigate(to.pathname + to.search + to.hash),
      );
    };
    addEventListener("beforeunload", onBeforeUnload);
    globalThis.navigation?.addEventListener("navigate", onNavigate);
    return () => {
      removeEventListener("beforeunload", onBeforeUnload);
      globalThis.navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [when, isSaving, isLeaving, navigate]);

  useEffect(() => {
    if (isLeaving && leave) leave();
  }, [isLeaving, leave]);
  if (!leave) return null;
  return <LeaveQuestion onStay={() => setLeave(null)} onLeave={() => setIsLeaving(true)} />;
}

/**
 * For a form in a dialog: with something typed, Escape and the button that closes it ask first.
 * @returns `close` for both, and the `question`, to be put into the dialog
 */
export function useCloseGuard(isDirty: boolean, isSaving: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  return {
    close: () => (isDirty && !isSaving ? setIsAsking(true) : onClose()),
    question: (
      <>
        <LeaveGuard when={isDirty} isSaving={isSaving} />
        {isAsking && <LeaveQuestion onStay={() => setIsAsking(false)} onLeave={onClose} />}
      </>
    ),
  };
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      title="Leave without saving?"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button kind="danger" onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved yet.</p>
    </Dialog>
  );
}
