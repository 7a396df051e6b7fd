import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, read } from "../../http/client.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import rows from "../../ui/row-list.module.css";
import { showToast } from "../../ui/toast.tsx";
import shapes from "../frame/shapes.module.css";
import { RowAction } from "../frame/row-action.tsx";
import { joinFacts } from "../frame/label.tsx";
import {
  assignContract,
  statementQuery,
  type ContractChoice,
  type Statement,
} from "../statement-list/queries.ts";

/** How many orders, and how many subscriptions, a search shows. */
const limit = 10;

/** Looks for orders and subscriptions by name, email or id, newest first. */
async function searchContracts(search: string) {
  const query = { search, limit };
  const [orders, subscriptions] = await Promise.all([
    read(api.admin.orders.$get({ query })),
    read(api.admin.subscriptions.$get({ query })),
  ]);
  return [
    ...orders.items.map(({ id, product, user, createdAt }) => ({
      choice: { orderId: id } as ContractChoice,
      kind: msg`Order`,
      id,
      product: product.name,
      user,
      createdAt,
    })),
    ...subscriptions.items.map(({ id, items, user, createdAt }) => ({
      choice: { subscriptionId: id } as ContractChoice,
      kind: msg`Subscription`,
      id,
      product: joinFacts(...items.map(({ productName }) => productName)) || id,
      user,
      createdAt,
    })),
  ].toSorted((one, other) => other.createdAt - one.createdAt);
}

/** Lets a member say which order or subscription an open statement is about. */
export function FindContract({ statement }: { statement: Statement }) {
  const { t, i18n } = useLingui();
  const formats = formatsOf(i18n);
  const [search, setSearch] = useState(statement.email);
  const found = useMutation({ mutationFn: searchContracts });
  const assignment = useMutation({
    mutationFn: (choice: ContractChoice) => assignContract(statement.id, choice),
    onSuccess: (after, _choice, _result, { client }) => {
      client.setQueryData(statementQuery(statement.id).queryKey, after);
      showToast(t`Contract assigned`);
      found.reset();
    },
  });
  const error = found.error ?? assignment.error;
  return (
    <details className={shapes.disclosure} open={statement.contractDetails === null}>
      <summary>
        {statement.contractDetails ? t`Choose another contract` : t`Find the contract`}
      </summary>
      <div className={shapes.stack}>
        <form
          className={shapes.form}
          onSubmit={(event) => {
            event.preventDefault();
            found.mutate(search.trim());
          }}
        >
          <TextField
            label={t`Email, name or ID`}
            value={search}
            minLength={2}
            required
            onChange={(event) => setSearch(event.target.value)}
          />
          <div className={shapes.actions}>
            <Button type="submit" busy={found.isPending}>{t`Search`}</Button>
          </div>
        </form>
        {error && <ErrorNotice error={error} />}
        {found.data?.length === 0 && <p>{t`Nothing matches.`}</p>}
        {found.data && found.data.length > 0 && (
          <ul className={rows.rows} aria-label={t`Orders and subscriptions`}>
            {found.data.map(({ choice, kind, id, product, user, createdAt }) => (
              <li key={id}>
                <div className={rows.main}>
                  <p>{product}</p>
                  <p className={rows.detail}>
                    {joinFacts(i18n._(kind), user.name, user.email, formats.date(createdAt))}
                  </p>
                </div>
                <RowAction
                  label={t`Assign`}
                  about={`${product}, ${id}`}
                  onClick={() => assignment.mutate(choice)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}
