import { useId } from "react";
import { Button } from "./button.tsx";
import styles from "./menu.module.css";

/**
 * A button that opens a list of actions. As a native popover, it closes on Escape or a click outside. The focus is back
 * on the button before an action runs, so that a dialog that it opens returns the focus there.
 */
export function Menu({
  label,
  busy = false,
  items,
}: {
  label: string;
  busy?: boolean;
  items: { label: string; onSelect: () => void }[];
}) {
  const id = useId();
  return (
    <>
      <Button busy={busy} className={styles.trigger} popoverTarget={id}>
        {label}
      </Button>
      <div id={id} popover="auto" className={styles.menu}>
        <ul aria-label={label}>
          {items.map((item) => (
            <li key={item.label}>
              <button
                type="button"
                className={styles.item}
                onClick={() => {
                  document.getElementById(id)?.hidePopover();
                  item.onSelect();
                }}
              >
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
