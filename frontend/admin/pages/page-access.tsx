import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import { deliverableBenefitsQuery, getBenefitLabel } from "../benefits/deliverable-benefits.tsx";
import { usePageChange, type PageSource } from "./queries.ts";
import shapes from "../frame/shapes.module.css";

/** Selects the benefits that give access to the page. */
export function PageAccess({ page }: { page: PageSource }) {
  const { t, i18n } = useLingui();
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
      title={t`Access`}
      description={
        page.isFree
          ? t`Anyone can read this page. It also appears in the library of customers with one of these benefits.`
          : t`Customers with any of these benefits can read this page. Changes apply immediately.`
      }
    >
      {change.error && <ErrorNotice error={change.error} />}
      <QueryBoundary query={benefits} lines={2}>
        {(list) =>
          list.length === 0 ? (
            <p>{t`No product includes pages yet. Add a page benefit to a product first.`}</p>
          ) : (
            <div className={shapes.stack}>
              {list.map((benefit) => (
                <CheckField
                  key={benefit.id}
                  label={getBenefitLabel(i18n, benefit)}
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
