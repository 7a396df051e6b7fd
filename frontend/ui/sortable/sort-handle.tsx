import { useLingui } from "@lingui/react/macro";
import styles from "./sort-handle.module.css";
import type { SortHandleProps } from "./use-sortable-row.ts";

/** The button that a row is dragged by. Space picks the row up, too. */
export function SortHandle({ name, handle }: { name: string; handle: SortHandleProps }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.handle} aria-label={t`Move ${name}`} {...handle}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M6 3.5v.01M6 8v.01M6 12.5v.01M10 3.5v.01M10 8v.01M10 12.5v.01" />
      </svg>
    </button>
  );
}
