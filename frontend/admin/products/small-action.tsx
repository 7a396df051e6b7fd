import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./editor-rows.module.css";

/** A small button of a row. @param props.name what it is about, for screen readers */
export function SmallAction({
  name,
  onClick,
  children,
}: {
  name: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button kind="plain" onClick={onClick}>
      <span className={styles.small}>
        {children} <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </Button>
  );
}
