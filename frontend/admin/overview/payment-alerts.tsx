import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { canRefundAndEnd, describeAlert, describeRefundAndEnd } from "./alert-copy.ts";
import styles from "./payment-alerts.module.css";
import {
  alertsQuery,
  dismissAlert,
  overviewKey,
  refundAndEnd,
  type PaymentAlert,
} from "./queries.ts";

/** Lists suspected fraud, reviews, failed refunds and second payments, each with what the team can do about it. */
export function PaymentAlerts() {
  const { data, error } = useQuery(alertsQuery);
  const [alertToRefund, setAlertToRefund] = useState<PaymentAlert | null>(null);
  const refund = useAlertChange(refundAndEnd);
  const dismiss = useAlertChange(dismissAlert);
  const role = useUser()?.role ?? "buyer";
  if (error) return <ErrorNotice error={error} />;
  if (!data || data.alerts.length === 0) return null;
  return (
    <section aria-label="Payments that need your attention">
      <ul className={styles.alerts}>
        {data.alerts.map((alert) => {
          const { title, nextStep } = describeAlert(alert);
          return (
            <li key={alert.id}>
              <p>
                <strong>{title}</strong>
              </p>
              <p className={styles.next}>
                {nextStep} Since <Time at={alert.createdAt} />.
              </p>
              <div className={styles.actions}>
                {hasRole(role, "admin") && (
                  <AlertButtons
                    alert={alert}
                    isBusy={dismiss.isPending && dismiss.variables === alert.id}
                    onRefund={() => {
                      refund.reset();
                      setAlertToRefund(alert);
                    }}
                    onDismiss={() => dismiss.mutate(alert.id)}
                  />
                )}
                <AlertLinks alert={alert} />
              </div>
              {dismiss.error && dismiss.variables === alert.id && (
                <ErrorNotice error={dismiss.error} />
              )}
            </li>
          );
        })}
      </ul>
      {data.hasMore && <p>There are more. They appear here once these are done.</p>}
      {alertToRefund && (
        <ConfirmDialog
          title="Refund and end access?"
          cancelLabel="Cancel"
          confirmLabel="Refund and end"
          kind="danger"
          busy={refund.isPending}
          busyLabel="Refunding…"
          error={refund.error}
          onConfirm={() =>
            refund.mutate(alertToRefund.id, { onSuccess: () => setAlertToRefund(null) })
          }
          onClose={() => setAlertToRefund(null)}
        >
          <p>{describeRefundAndEnd(alertToRefund)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function AlertButtons({
  alert,
  isBusy,
  onRefund,
  onDismiss,
}: {
  alert: PaymentAlert;
  isBusy: boolean;
  onRefund: () => void;
  onDismiss: () => void;
}) {
  const { title } = describeAlert(alert);
  return (
    <>
      {canRefundAndEnd(alert) && (
        <Button kind="danger" onClick={onRefund}>
          Refund and end<VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      )}
      <Button busy={isBusy} onClick={onDismiss}>
        {alert.kind === "review" ? "Approve" : "Dismiss"}
        <VisuallyHidden>: {title}</VisuallyHidden>
      </Button>
    </>
  );
}

function AlertLinks({ alert: { sourceType, sourceId, stripeUrl } }: { alert: PaymentAlert }) {
  return (
    <>
      {sourceId !== null && sourceType === "order" && (
        <Link href={consolePaths.order(sourceId)}>Open order</Link>
      )}
      {sourceId !== null && sourceType === "subscription" && (
        <Link href={consolePaths.subscription(sourceId)}>Open subscription</Link>
      )}
      {stripeUrl !== null && <a href={stripeUrl}>Open at Stripe</a>}
    </>
  );
}

/** Changes an alert. The answer is the new list; the figures are fetched again. */
function useAlertChange(change: typeof dismissAlert) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (alerts) => {
      queryClient.setQueryData(alertsQuery.queryKey, alerts);
      return queryClient.invalidateQueries({ queryKey: overviewKey });
    },
  });
}
