import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import styles from "./seats-to-take.module.css";
import type { Seats } from "./seat-queries.ts";

/**
 * Keeps whose seats end if there are fewer.
 * @param count how many have to end
 */
export function useSeatsToTake(count: number) {
  const [ids, choose] = useState<string[]>([]);
  // Fewer may have to end after another choice of the plan.
  const chosen = ids.slice(0, count);
  return { chosen, choose, isComplete: chosen.length === count };
}

/**
 * Asks whose seats end if there are fewer. As soon as enough are chosen, the others can't be.
 * @param props.count how many have to end
 * @param props.chosen the ids of their seats and invitations
 */
export function SeatsToTake({
  query,
  count,
  chosen,
  onChange,
}: {
  query: UseQueryResult<Seats>;
  count: number;
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const { t } = useLingui();
  return (
    <fieldset className={styles.seats}>
      <legend>
        {t`${plural(count, {
          one: "Choose whose seat to take back",
          other: "Choose # seats to take back",
        })}`}
      </legend>
      <p>{t`Whoever has such a seat loses access with the change, and gets an email about it.`}</p>
      <QueryBoundary query={query} lines={3}>
        {({ invited, taken }) => (
          <div className={styles.list}>
            {[
              ...invited.map(({ id, email }) => ({ id, name: email ?? "", hint: t`Invited` })),
              ...taken.map(({ id, name, email }) => ({
                id,
                name: name ?? email ?? "",
                hint: name === null ? undefined : (email ?? undefined),
              })),
            ].map(({ id, name, hint }) => (
              <CheckField
                key={id}
                label={name}
                hint={hint}
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= count}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                  )
                }
              />
            ))}
          </div>
        )}
      </QueryBoundary>
    </fieldset>
  );
}
