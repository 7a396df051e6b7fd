import type { ReactNode } from "react";
import styles from "./status-badge.module.css";

/** `good`: as it should be. `warning`: needs a look. `bad`: failed. `neutral`: over, or not begun. */
export type Tone = "good" | "warning" | "bad" | "neutral";

/** A shape for each tone, so that no one needs to tell the colors apart. */
const shapes: Record<Tone, string> = {
  good: "m3.5 8.5 3 3 6-7",
  warning: "M8 3.5v5.5m0 3v.01",
  bad: "m4.5 4.5 7 7m0-7-7 7",
  neutral: "M4 8h8",
};

/** A status as a word with a shape and a color. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shapes[tone]} />
      </svg>
      {children}
    </span>
  );
}
