import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Asks before a page with something unsaved is left: by a link, Back, a reload or closing the tab. */
export function LeaveGuard({ when }: { when: boolean }) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!when || isLeaving) return;
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
  }, [when, isLeaving, navigate]);

  useEffect(() => {
    if (isLeaving && leave) leave();
  }, [isLeaving, leave]);
  if (!leave) return null;
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => setLeave(null)}
      actions={
        <>
          <Button onClick={() => setLeave(null)}>Stay</Button>
          <Button kind="danger" onClick={() => setIsLeaving(true)}>
            Leave
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved yet.</p>
    </Dialog>
  );
}
