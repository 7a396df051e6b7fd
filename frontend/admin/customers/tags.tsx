import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import styles from "./customer-page.module.css";
import { customerFilterValuesQuery, useAddTag, useRemoveTag } from "./queries.ts";

/** The team's tags of a customer, which filter the list of customers. */
export function Tags({
  userId,
  tags,
  canChange,
}: {
  userId: string;
  tags: string[];
  /** False for a deleted account, and for one of the same or a higher role. */
  canChange: boolean;
}) {
  const { t } = useLingui();
  const [tag, setTag] = useState("");
  const known = useQuery(customerFilterValuesQuery).data?.tags ?? [];
  const addition = useAddTag(userId);
  const removal = useRemoveTag(userId);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (tag.trim() !== "") addition.mutate(tag, { onSuccess: () => setTag("") });
  };
  const error = addition.error ?? removal.error;
  return (
    <>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={t`Tags`}>
          {tags.map((each) => (
            <li key={each}>
              {each}
              {canChange && (
                <button
                  type="button"
                  aria-label={t`Remove the tag “${each}”`}
                  disabled={removal.isPending}
                  onClick={() => removal.mutate(each)}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && (
        <form className={styles.tagForm} onSubmit={add}>
          <TextField
            label={t`New tag`}
            value={tag}
            maxLength={40}
            list="customer-tags"
            onChange={(event) => setTag(event.target.value)}
          />
          <datalist id="customer-tags">
            {known
              .filter((each) => !tags.includes(each))
              .map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
          </datalist>
          <Button type="submit" busy={addition.isPending}>
            {t`Add tag`}
          </Button>
        </form>
      )}
      {error && <ErrorNotice error={error} />}
    </>
  );
}
