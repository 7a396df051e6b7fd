import { useLingui } from "@lingui/react/macro";
import { useEffect, useState, useSyncExternalStore } from "react";
import styles from "./toast.module.css";

type Toast = { id: number; sentence: string };

/** How many toasts are shown at once; a further one replaces the oldest. */
const MAX_TOASTS = 3;
/** How long a toast stays without the pointer on it: long enough to read two sentences twice. */
const VISIBLE_MS = 8_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly Toast[]) {
  toasts = next;
  listeners.forEach((listener) => listener());
}

/**
 * Says that something succeeded, in one sentence: "The order was refunded." It appears in `ToastRegion`, wherever the
 * user goes next. Works outside of React, too. Errors are shown where they happened instead.
 */
export function showToast(sentence: string): void {
  lastId += 1;
  setToasts([...toasts, { id: lastId, sentence }].slice(-MAX_TOASTS));
}

function closeToast(id: number) {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

/**
 * Shows the toasts, and announces them to screen readers when they pause. Mounted once, and always, because a live
 * region announces only what is added to it.
 */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  const [isPaused, setIsPaused] = useState(false);
  const { t } = useLingui();
  return (
    <section
      aria-label={t`Notifications`}
      aria-live="polite"
      aria-relevant="additions"
      className={styles.region}
    >
      <div
        className={styles.toasts}
        onPointerEnter={() => setIsPaused(true)}
        onPointerLeave={() => setIsPaused(false)}
        onFocus={() => setIsPaused(true)}
        onBlur={() => setIsPaused(false)}
      >
        {shown.map((toast) => (
          <ToastMessage
            key={toast.id}
            toast={toast}
            isPaused={isPaused}
            onClose={() => {
              // The browser sends no event when the pointer or the focus leaves an element that is removed.
              setIsPaused(false);
              closeToast(toast.id);
            }}
          />
        ))}
      </div>
    </section>
  );
}

function ToastMessage({
  toast,
  isPaused,
  onClose,
}: {
  toast: Toast;
  isPaused: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => closeToast(toast.id), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [toast.id, isPaused]);
  return (
    <div className={styles.toast}>
      <svg viewBox="0 0 16 16" aria-hidden="true" className={styles.icon}>
        <path d="m3.5 8.5 3 3 6-7" />
      </svg>
      <p>{toast.sentence}</p>
      <button type="button" className={styles.close} aria-label={t`Dismiss`} onClick={onClose}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className={styles.icon}>
          <path d="m4 4 8 8m0-8-8 8" />
        </svg>
      </button>
    </div>
  );
}
