import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent, type ReactNode } from "react";
import { isApiError } from "../../http/errors.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, FieldError, RadioGroup, TextField } from "../../ui/field/fields.tsx";
import { SubmitErrorNotice, useFocusFirstInvalidField } from "../form/form-errors.tsx";
import { UnsavedChangesGuard } from "../form/unsaved-changes-guard.tsx";
import shapes from "../frame/shapes.module.css";
import type { EndpointFields } from "./endpoint-queries.ts";
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

/** `types` is `["*"]` for all events, as the endpoint has them. */
type Values = { url: string; description: string; types: string[] };

/** The form of a new or an existing endpoint. */
export function EndpointForm({
  saved,
  submitLabel,
  busyLabel,
  isSaving,
  error,
  onChange,
  onSubmit,
  cancel,
}: {
  saved: Values;
  submitLabel: string;
  busyLabel: string;
  isSaving: boolean;
  error: Error | null;
  /** Called at every change, so that an old error can disappear. */
  onChange: () => void;
  onSubmit: (fields: EndpointFields) => void;
  /** The button that leaves the form. */
  cancel: ReactNode;
}) {
  const { t } = useLingui();
  const scopeOptions = useScopeOptions();
  const [url, setUrl] = useState(saved.url);
  const [description, setDescription] = useState(saved.description);
  const [scope, setScope] = useState<"all" | "some">(saved.types.includes("*") ? "all" : "some");
  const [chosen, setChosen] = useState(eventTypes.filter((type) => saved.types.includes(type)));
  const formRef = useFocusFirstInvalidField<HTMLFormElement>(error);
  const fields = isApiError(error, "invalid_input") ? error.fields : [];
  const findError = (path: string) =>
    fields.find((field) => field.path.split(".")[0] === path)?.message;

  const values: EndpointFields & Values = {
    url: url.trim(),
    description,
    types: scope === "all" ? ["*"] : chosen,
  };
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) onSubmit(values);
  };
  return (
    <form ref={formRef} className={shapes.form} onChange={onChange} onSubmit={submit} noValidate>
      <TextField
        label={t`URL`}
        hint={t`Your program receives events at this URL as POST requests. Must be public and use https.`}
        type="url"
        inputMode="url"
        placeholder="https://app.example.com/webhooks"
        value={url}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setUrl(event.target.value)}
        error={findError("url")}
      />
      <TextField
        label={t`Description`}
        hint={t`Optional. Only your team can see it.`}
        value={description}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setDescription(event.target.value)}
        error={findError("description")}
      />
      <RadioGroup legend={t`Events`} options={scopeOptions} value={scope} onChange={setScope} />
      {scope === "some" && (
        <EventTypeCheckboxes chosen={chosen} error={findError("types")} onChange={setChosen} />
      )}
      {error && fields.length === 0 && <SubmitErrorNotice error={error} />}
      <div className={shapes.actions}>
        <Button type="submit" kind="primary" busy={isSaving}>
          {isSaving ? busyLabel : submitLabel}
        </Button>
        {cancel}
      </div>
      <UnsavedChangesGuard when={isDirty} isSaving={isSaving} />
    </form>
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
