import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { type Scope, scopes } from "../../../worker/shared/scopes.ts";
import { isApiError } from "../../http/errors.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import {
  CheckField,
  FieldError,
  RadioGroup,
  SelectField,
  TextField,
} from "../../ui/field/fields.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { SubmitErrorNotice, useFocusFirstInvalidField } from "../form/form-errors.tsx";
import { bindFields } from "../form/bind-fields.ts";
import { UnsavedChangesGuard } from "../form/unsaved-changes-guard.tsx";
import shapes from "../frame/shapes.module.css";
import {
  getLifetimeOptions,
  getAccessOptions,
  getScopes,
  type Access,
  scopeSentences,
} from "./key-copy.ts";
import { useKeyChange } from "./queries.ts";
import { ShownOnce } from "./secrets.tsx";

/** `/admin/developers/keys/new`: creates an API key and shows it once. */
export default function NewKeyPage() {
  const { t } = useLingui();
  const change = useKeyChange();
  const freshSignIn = useFreshSignIn("api-key-create", change);
  return (
    <ConsolePage
      title={t`Create API key`}
      parent={{ href: developerPaths.apiKeys, name: t`API keys` }}
      description={t`Programs send their key with every request. Create a separate key for each program, so that you can revoke one without affecting the others.`}
    >
      {change.data ? (
        <ShownOnce
          title={t`Your new API key`}
          copyLabel={t`Copy API key`}
          secret={change.data.secret}
        >
          <p>
            <ButtonLink href={developerPaths.apiKeys}>{t`Done`}</ButtonLink>
          </p>
        </ShownOnce>
      ) : (
        <KeyForm change={change} error={freshSignIn.error} />
      )}
      {freshSignIn.dialog}
    </ConsolePage>
  );
}

function KeyForm({
  change,
  error,
}: {
  change: ReturnType<typeof useKeyChange>;
  error: Error | null;
}) {
  const { t, i18n } = useLingui();
  const [values, setValues] = useState({ name: "", lifetimeDays: "" });
  const [access, setAccess] = useState<Access>("check");
  const [chosen, setChosen] = useState<Scope[]>([]);
  const formRef = useFocusFirstInvalidField<HTMLFormElement>(error);
  const fields = isApiError(error, "invalid_input") ? error.fields : [];
  const getFieldError = (path: string) => fields.find((field) => field.path === path)?.message;
  const { text } = bindFields({
    values,
    getError: getFieldError,
    onChange: (changes) => setValues({ ...values, ...changes }),
  });
  const { name, lifetimeDays } = values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate({
      action: "create",
      name: name.trim(),
      scopes: getScopes(access, chosen),
      lifetimeDays: lifetimeDays === "" ? null : Number(lifetimeDays),
    });
  };
  return (
    <form
      ref={formRef}
      className={shapes.form}
      // What was refused is being changed.
      onChange={() => change.isError && change.reset()}
      onSubmit={submit}
      noValidate
    >
      <TextField
        label={t`Name`}
        hint={t`Where the key is used, such as “Production server”.`}
        maxLength={80}
        autoComplete="off"
        {...text("name")}
      />
      <RadioGroup
        legend={t`Access`}
        options={getAccessOptions(i18n)}
        value={access}
        onChange={setAccess}
      />
      {access === "custom" && (
        <ScopeCheckboxes chosen={chosen} error={getFieldError("scopes")} onChange={setChosen} />
      )}
      <SelectField
        label={t`Expiration`}
        options={getLifetimeOptions(i18n)}
        {...text("lifetimeDays", "expiresAt")}
      />
      {error && fields.length === 0 && <SubmitErrorNotice error={error} />}
      <div className={shapes.actions}>
        <Button type="submit" kind="primary" busy={change.isPending}>
          {change.isPending ? t`Creating…` : t`Create key`}
        </Button>
        <ButtonLink kind="plain" href={developerPaths.apiKeys}>
          {t`Cancel`}
        </ButtonLink>
      </div>
      <UnsavedChangesGuard when={name !== ""} isSaving={change.isPending} />
    </form>
  );
}

/** Chooses scopes one by one. */
function ScopeCheckboxes({
  chosen,
  error,
  onChange,
}: {
  chosen: Scope[];
  error: string | undefined;
  onChange: (chosen: Scope[]) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <fieldset className={shapes.checks}>
      <legend>{t`Scopes`}</legend>
      {scopes.map((scope) => (
        <CheckField
          key={scope}
          label={scope}
          hint={i18n._(scopeSentences[scope])}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(
              target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
            )
          }
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
