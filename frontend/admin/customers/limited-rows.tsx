import { Trans } from "@lingui/react/macro";
import { Fragment, useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import rows from "../../ui/row-list.module.css";

/** How many rows are shown at first, so that what comes below stays in reach. */
const SHOWN_AT_FIRST = 5;

/** A list of rows, of which a button shows all. @param props.label what they are: "Emails" */
export function LimitedRows<Item extends { id: string }>({
  items,
  label,
  children,
}: {
  items: Item[];
  label: string;
  children: (item: Item) => ReactNode;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const count = items.length;
  const isLong = count > SHOWN_AT_FIRST;
  return (
    <>
      <ul className={rows.rows}>
        {items.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((item) => (
          <Fragment key={item.id}>{children(item)}</Fragment>
        ))}
      </ul>
      {isLong && !showsAll && (
        <div>
          <Button onClick={() => setShowsAll(true)}>
            <Trans>
              Show all ({count}) <VisuallyHidden>{label}</VisuallyHidden>
            </Trans>
          </Button>
        </div>
      )}
    </>
  );
}
