import { useQuery } from "@tanstack/react-query";
import { Part } from "../../console/console-page.tsx";
import { CheckField } from "../../console/form-frame.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Loaded } from "../../shell/loaded.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { goodsQuery, nameGood } from "../catalog/goods.tsx";
import { usePageChange, type PageSource } from "./console-queries.ts";
import styles from "./page-editor.module.css";

/** Which benefits open the page. */
export function Opening({ page }: { page: PageSource }) {
  const goods = useQuery(goodsQuery("page"));
  const change = usePageChange(page.id);
  const asked = change.isPending ? change.variables : undefined;
  const opens = (id: string) => {
    if (typeof asked === "object" && "attach" in asked && asked.attach === id) return true;
    if (typeof asked === "object" && "detach" in asked && asked.detach === id) return false;
    return page.benefits.some((benefit) => benefit.id === id);
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
                  onChange={({ target }) =>
                    change.mutate(target.checked ? { attach: good.id } : { detach: good.id })
                  }
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Part>
  );
}
