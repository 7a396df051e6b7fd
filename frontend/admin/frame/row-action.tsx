import { useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { translateLabel, type Label } from "./label.tsx";
import shapes from "./shapes.module.css";

/** A small button of a row: "Remove". @param props.about which row, for screen readers: "Remove Ann’s laptop" */
export function RowAction({
  label,
  about,
  busy = false,
  onClick,
}: {
  label: Label;
  about: Label;
  busy?: boolean;
  onClick: () => void;
}) {
  const { i18n } = useLingui();
  return (
    <Button kind="plain" busy={busy} onClick={onClick}>
      <span className={shapes.small}>
        {translateLabel(i18n, label)} <VisuallyHidden>{translateLabel(i18n, about)}</VisuallyHidden>
      </span>
    </Button>
  );
}
