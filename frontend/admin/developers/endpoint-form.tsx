import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { isApiError } from "../../http/errors.ts";
import { CheckField, FieldError, RadioGroup, TextField } from "../../ui/field/fields.tsx";
import { findFieldError } from "../form/form-errors.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import shapes from "../frame/shapes.module.css";
import { eventTypes, eventTypeGroups, getEventSentence } from "./event-types.ts";
import type { EventType } from "../../../worker/feed/event-types.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./developers.module.css";

function useScopeOptions(): { value: "all" | "some"; label: string; hint: string }[] {
  const { t } = useLingui();
  return [
    { value: "all", label: t`All events`, hint: t`Includes event types added in later versions.` },
    {
      value: "some",
      label: t`Choose events`,
      hint: t`Only the event types that your program handles.`,
    },
  ];
}

/** `types` is `["*"]` for all events, as the endpoint has them. `updatedAt` is the version that an edit begins from. */
type Values = { url: string; description: string; types: string[]; updatedAt: string };

/**
 * The form of a new or an existing endpoint.
 * @param props.refetch returns what is saved now; undefined for a new endpoint
 * @param props.save its errors are shown, but for the one that asks for a fresh sign-in
 * @param props.error of a save that continued after a fresh sign-in
 * @param props.cancel the button that leaves the form
 */
export function EndpointForm({
  saved,
  refetch,
  submitLabel,
  save,
  error,
  cancel,
}: {
  saved: Values;
  refetch?: () => Promise<Values>;
  submitLabel: string;
  save: (values: Values) => Promise<void>;
  error: Error | null;
  cancel: ReactNode;
}) {
  const { t } = useLingui();
  const scopeOptions = useScopeOptions();
  const form = useForm({
    savedValues: saved,
    ...(refetch && { refetch }),
    save: (values) => save({ ...values, url: values.url.trim() }),
    savedToast: null,
  });
  const { types } = form.values;
  const isAll = types.includes("*");
  // Chosen again when the user returns from "All events".
  const [chosen, setChosen] = useState(eventTypes.filter((type) => types.includes(type)));
  const setTypes = (next: EventType[]) => {
    setChosen(next);
    form.setValues({ types: next });
  };
  const isForSignIn = isApiError(form.error, "sign_in_again");
  const continued = form.error || form.validationError || form.conflict ? null : error;
  const urlError = findFieldError(continued, "url");
  return (
    <FormFrame
      form={{ ...form, error: isForSignIn || urlError ? null : (form.error ?? continued) }}
      submitLabel={submitLabel}
      isNew={!refetch}
      hasDraft={isForSignIn}
    >
      <TextField
        label={t`URL`}
        hint={t`Your program receives events at this URL as POST requests. Must be public and use https.`}
        inputMode="url"
        placeholder="https://app.example.com/webhooks"
        autoComplete="off"
        spellCheck={false}
        {...form.field("url")}
        error={form.getFieldError("url") ?? urlError}
      />
      <TextField
        label={t`Description`}
        hint={t`Optional. Only your team can see it.`}
        maxLength={200}
        autoComplete="off"
        {...form.field("description")}
      />
      <RadioGroup
        legend={t`Events`}
        options={scopeOptions}
        value={isAll ? "all" : "some"}
        onChange={(scope) => form.setValues({ types: scope === "all" ? ["*"] : chosen })}
      />
      {!isAll && (
        <EventTypeCheckboxes
          chosen={eventTypes.filter((type) => types.includes(type))}
          error={form.getFieldError("types")}
          onChange={setTypes}
        />
      )}
      <div>{cancel}</div>
    </FormFrame>
  );
}

/** Chooses event types, by group. A group's own checkbox chooses all of it. */
function EventTypeCheckboxes({
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
    <div className={shapes.checks}>
      {eventTypeGroups.map(({ name, types }) => (
        <fieldset key={name.id} className={classNames(shapes.items, styles.typeGroup)}>
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
