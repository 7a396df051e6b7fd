import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { deliverableBenefitsQuery, getBenefitLabel } from "../products/deliverable-benefits.tsx";
import { usePageChange, type PageSource } from "./queries.ts";
import styles from "./page-editor.module.css";

/** Selects the benefits that give access to the page. */
export function PageAccess({ page }: { page: PageSource }) {
  const benefits = useQuery(deliverableBenefitsQuery("page"));
  const change = usePageChange(page.id);
  // Shows the new state of the checkbox while the request is running.
  const [pendingChange, setPendingChange] = useState<{ id: string; isAttached: boolean } | null>(
    null,
  );
  const isChecked = (id: string) =>
    pendingChange?.id === id
      ? pendingChange.isAttached
      : page.benefits.some((benefit) => benefit.id === id);
  const toggleBenefit = (id: string, isAttached: boolean) => {
    setPendingChange({ id, isAttached });
    change.mutate(isAttached ? { attach: id } : { detach: id }, {
      onSettled: () => setPendingChange(null),
    });
  };
  return (
    <PageSection
      title="What opens it"
      description={
        page.isFree
          ? "Anyone can read it. Who has one of these finds it in the library, too."
          : "Who has one of these can read it. A change is there at once."
      }
    >
      {change.error && <ErrorNotice error={change.error} />}
      <QueryBoundary query={benefits} skeleton={<SkeletonLines lines={2} />}>
        {(list) =>
          list.length === 0 ? (
            <p>No product has pages yet: give one a benefit of the type “page”.</p>
          ) : (
            <div className={styles.opening}>
              {list.map((benefit) => (
                <CheckField
                  key={benefit.id}
                  label={getBenefitLabel(benefit)}
                  checked={isChecked(benefit.id)}
                  disabled={change.isPending}
                  onChange={({ target }) => toggleBenefit(benefit.id, target.checked)}
                />
              ))}
            </div>
          )
        }
      </QueryBoundary>
    </PageSection>
  );
}
