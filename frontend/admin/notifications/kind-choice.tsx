import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { RowAction } from "../frame/row-action.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { deliveryLabels, describeSavedChoice, kindCopy } from "./notification-copy.ts";
import styles from "./notifications-page.module.css";
import { useChoose, type Delivery, type Kind } from "./queries.ts";

const deliveries = Object.keys(deliveryLabels) as Delivery[];

/** One kind of email, and how the member gets it. A choice is saved as soon as it is made. */
export function KindChoice({
  kind,
  delivery,
  onShowExample,
}: {
  kind: Kind;
  delivery: Delivery;
  onShowExample: () => void;
}) {
  const { t, i18n } = useLingui();
  const id = useId();
  const choose = useChoose();
  const name = i18n._(kindCopy[kind].name);
  // The choice shows while it is being saved. It is kept in a state, because a mutation reports its start a moment
  // later.
  const [chosen, setChosen] = useState<Delivery | null>(null);
  const shown = chosen ?? delivery;
  const save = (next: Delivery) => {
    setChosen(next);
    choose.mutate(
      { kind, delivery: next, timeZone: getTimeZone() },
      {
        onSuccess: () => showToast(describeSavedChoice(i18n, kind, next)),
        onSettled: () => setChosen(null),
      },
    );
  };
  return (
    <fieldset className={styles.kind} aria-describedby={`${id}-when`}>
      <legend className={styles.name}>{name}</legend>
      <p id={`${id}-when`} className={styles.when}>
        {i18n._(kindCopy[kind].when)}
      </p>
      <div className={styles.options}>
        {deliveries.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={option}
              checked={option === shown}
              onChange={() => save(option)}
            />
            {i18n._(deliveryLabels[option])}
          </label>
        ))}
      </div>
      <div className={styles.example}>
        <RowAction label={t`View example`} about={t`of “${name}”`} onClick={onShowExample} />
      </div>
      {choose.error && (
        <div className={styles.error}>
          <ErrorNotice error={choose.error} />
        </div>
      )}
    </fieldset>
  );
}

/** Returns the browser's time zone. */
export const getTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
