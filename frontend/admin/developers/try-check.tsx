import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, type FormEvent } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./developers.module.css";
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
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.inline}>
        <TextField
          label="Customer’s email or id"
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
          {check.isPending ? "Checking…" : "Check access"}
        </Button>
      </div>
      {check.isError && <ErrorNotice error={check.error} />}
      {data && (
        <>
          <output className={styles.answer}>
            {variables.customer} {data.allowed ? "may use" : "may not use"}{" "}
            <code>{variables.feature}</code>.
          </output>
          <CodeBlock
            label="the answer"
            title="GET /api/v1/entitlements/check"
            code={JSON.stringify(data, null, 2)}
          />
        </>
      )}
    </form>
  );
}
