import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Part } from "../frame/console-page.tsx";
import { CheckField } from "../frame/form-frame.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { goodsQuery, nameGood } from "../products/deliverable-benefits.tsx";
import { usePageChange, type PageSource } from "./queries.ts";
import styles from "./page-editor.module.css";

/** Which benefits open the page. */
export function Opening({ page }: { page: PageSource }) {
  const goods = useQuery(goodsQuery("page"));
  const change = usePageChange(page.id);
  // The box is as it was pressed while the server is asked.
  const [asked, setAsked] = useState<{ id: string; isOpened: boolean } | null>(null);
  const opens = (id: string) =>
    asked?.id === id ? asked.isOpened : page.benefits.some((benefit) => benefit.id === id);
  const ask = (id: string, isOpened: boolean) => {
    setAsked({ id, isOpened });
    change.mutate(isOpened ? { attach: id } : { detach: id }, { onSettled: () => setAsked(null) });
  };
  return (
    <Part
      title="What opens it"
      about="Who has one of these can read it. A change is there at once."
    >
      {change.error && <ErrorNotice error={change.error} />}
      <Loaded query={goods} skeleton={<SkeletonLines lines={2} />}>
        {(list) =>
          list.length === 0 ? (
            <p>No product has pages yet: give one a benefit of the type “page”.</p>
          ) : (
            <div className={styles.opening}>
              {list.map((good) => (
                <CheckField
                  key={good.id}
                  label={nameGood(good)}
                  checked={opens(good.id)}
                  disabled={change.isPending}
                  onChange={({ target }) => ask(good.id, target.checked)}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Part>
  );
}
