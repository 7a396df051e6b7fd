import { useLingui } from "@lingui/react/macro";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

const unsavedForms = new Set<symbol>();
const listeners = new Set<() => void>();

/** Returns whether the page has unsaved changes. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unsavedForms.size > 0,
  );
}

/**
 * Asks for confirmation, while `when` is true, before the user leaves by a link, Back, a reload or closing the tab.
 * @param props.isSaving doesn't ask, because the page may navigate after saving
 */
export function UnsavedChangesGuard({
  when,
  isSaving = false,
}: {
  when: boolean;
  isSaving?: boolean;
}) {
  const [pending, setPending] = useState<{ navigate: () => void; askedAt: number } | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!when) return;
    const formToken = Symbol("unsaved");
    const notifyListeners = () => listeners.forEach((listener) => listener());
    unsavedForms.add(formToken);
    notifyListeners();
    return () => {
      unsavedForms.delete(formToken);
      notifyListeners();
    };
  }, [when]);
  useEffect(() => {
    if (!when || isSaving || isLeaving) return;
    // The browser's dialog, for leaving the app.
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Our dialog, for navigations within the app. Browsers without the Navigation API don't ask.
    const onNavigate = (event: NavigateEvent) => {
      const { destination, navigationType } = event;
      const to = new URL(destination.url);
      const isSamePath = to.pathname === location.pathname;
      if (isSamePath || !event.cancelable || !destination.sameDocument) return;
      event.preventDefault();
      setPending({
        navigate: () =>
          navigationType === "traverse"
            ? void globalThis.navigation.traverseTo(destination.key)
            : navigate(to.pathname + to.search + to.hash),
        askedAt: event.timeStamp,
      });
    };
    addEventListener("beforeunload", onBeforeUnload);
    globalThis.navigation?.addEventListener("navigate", onNavigate);
    return () => {
      removeEventListener("beforeunload", onBeforeUnload);
      globalThis.navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [when, isSaving, isLeaving, navigate]);

  useEffect(() => {
    if (isLeaving) pending?.navigate();
  }, [isLeaving, pending]);
  if (!pending) return null;
  return (
    // A dialog of its own for each question: the close event of one that Escape has closed comes later, perhaps after
    // the next question, and would answer that one.
    <UnsavedChangesDialog
      key={pending.askedAt}
      onStay={() => setPending(null)}
      onLeave={() => setIsLeaving(true)}
    />
  );
}

/**
 * Asks for confirmation before a dialog with a changed form is closed.
 * @returns `requestClose`, for Escape and the cancel button, and `confirmation`, to render in the dialog
 */
export function useConfirmClose(isDirty: boolean, isSaving: boolean, onClose: () => void) {
  const [isConfirming, setIsConfirming] = useState(false);
  return {
    requestClose: () => (isDirty && !isSaving ? setIsConfirming(true) : onClose()),
    confirmation: (
      <>
        <UnsavedChangesGuard when={isDirty} isSaving={isSaving} />
        {isConfirming && (
          <UnsavedChangesDialog onStay={() => setIsConfirming(false)} onLeave={onClose} />
        )}
      </>
    ),
  };
}

function UnsavedChangesDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Leave without saving?`}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>{t`Stay`}</Button>
          <Button kind="danger" onClick={onLeave}>
            {t`Leave`}
          </Button>
        </>
      }
    >
      <p>{t`Your changes haven’t been saved.`}</p>
    </Dialog>
  );
}
