import { useLingui } from "@lingui/react/macro";
import type { EventType } from "../../../worker/feed/event-types.ts";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldError } from "../../ui/field/labeled-field.tsx";
import styles from "./developers.module.css";
import { eventTypeGroups, getEventSentence } from "./event-types.ts";

/** Chooses event types, by group. A group's own checkbox chooses all of it. */
export function EventTypeCheckboxes({
  chosen,
  error,
  onChange,
}: {
  chosen: EventType[];
  error: string | undefined;
  onChange: (chosen: EventType[]) => void;
}) {
  const { i18n } = useLingui();
  const toggle = (types: EventType[], isChosen: boolean) =>
    onChange([...chosen.filter((type) => !types.includes(type)), ...(isChosen ? types : [])]);
  return (
    <div className={styles.groups}>
      {eventTypeGroups.map(({ name, types }) => (
        <fieldset key={name.id} className={styles.typeGroup}>
          <legend>
            <CheckField
              label={i18n._(name)}
              checked={types.every((type) => chosen.includes(type))}
              onChange={({ target }) => toggle(types, target.checked)}
            />
          </legend>
          {types.map((type) => (
            <CheckField
              key={type}
              label={type}
              hint={getEventSentence(i18n, type)}
              checked={chosen.includes(type)}
              onChange={({ target }) => toggle([type], target.checked)}
            />
          ))}
        </fieldset>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
