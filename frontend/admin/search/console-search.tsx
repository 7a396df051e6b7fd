import { useLingui } from "@lingui/react/macro";
import { useEffect, useState, type ComponentType } from "react";
import type { Role } from "../../../worker/shared/roles.ts";
import { showToast } from "../../ui/toast.tsx";
import styles from "./console-search.module.css";
import { hasCommandKey, onOpenSearch, openSearch } from "./open-search.ts";

type DialogProps = { role: Role; onClose: () => void };

/** Late enough to delay no page, and early enough that typing right after the shortcut loses nothing. */
const preloadAfterMs = 1500;

let Dialog: ComponentType<DialogProps> | undefined;

async function loadDialog(): Promise<void> {
  Dialog = (await import("./search-dialog.tsx")).default;
}

/** The button of the console's search, and its dialog, whose code is loaded on its own. */
export function ConsoleSearch({ role }: { role: Role }) {
  // Each opening has a number of its own: a dialog that Escape has just closed says so a moment later, and must
  // neither close nor become the next one.
  const [lastOpened, setLastOpened] = useState(0);
  const [lastClosed, setLastClosed] = useState(0);
  const { t } = useLingui();
  useEffect(() => {
    const open = async () => {
      try {
        await loadDialog();
        setLastOpened((before) => before + 1);
      } catch {
        showToast(t`Couldn’t load search. Check your connection and try again.`);
      }
    };
    return onOpenSearch(() => void open());
  }, [t]);
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K /"
        onClick={openSearch}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 3.5 3.5" />
        </svg>
        <span>{t`Search`}</span>
        <kbd aria-hidden="true">{hasCommandKey ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {lastOpened > lastClosed && Dialog && (
        <Dialog key={lastOpened} role={role} onClose={() => setLastClosed(lastOpened)} />
      )}
    </>
  );
}
