import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, type FormEvent } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./developers.module.css";
import shapes from "../frame/shapes.module.css";
import { checkAccess, customerSuggestionsQuery } from "./queries.ts";

/** Asks for a feature and a customer as an app would, and shows the answer of the API. */
export function TryCheck({
  feature,
  customer,
  onChange,
}: {
  feature: string;
  /** An email or a user's id. */
  customer: string;
  onChange: (customer: string) => void;
}) {
  const { t } = useLingui();
  const listId = useId();
  const typed = useDebouncedValue(customer.trim());
  const suggestions = useQuery(customerSuggestionsQuery(typed));
  const check = useMutation({ mutationFn: checkAccess });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check.isPending) check.mutate({ feature, customer: customer.trim() });
  };
  const { data, variables } = check;
  return (
    <form className={shapes.form} onSubmit={submit}>
      <div className={styles.inline}>
        <TextField
          label={t`Customer email or ID`}
          list={listId}
          value={customer}
          required
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        <datalist id={listId}>
          {suggestions.data?.items.map(({ id, email, name }) => (
            <option key={id} value={email ?? id}>
              {name ?? id}
            </option>
          ))}
        </datalist>
        <Button type="submit" busy={check.isPending}>
          {check.isPending ? t`Checking…` : t`Check access`}
        </Button>
      </div>
      {check.isError && <ErrorNotice error={check.error} />}
      {data && (
        <>
          <output className={styles.answer}>
            <Answer {...variables} isAllowed={data.allowed} />
          </output>
          <CodeBlock
            label={t`the response`}
            title="GET /api/v1/entitlements/check"
            code={JSON.stringify(data, null, 2)}
          />
        </>
      )}
    </form>
  );
}

function Answer({
  customer,
  feature,
  isAllowed,
}: {
  customer: string;
  feature: string;
  isAllowed: boolean;
}) {
  return isAllowed ? (
    <Trans>
      {customer} has access to <code>{feature}</code>.
    </Trans>
  ) : (
    <Trans>
      {customer} doesn’t have access to <code>{feature}</code>.
    </Trans>
  );
}
