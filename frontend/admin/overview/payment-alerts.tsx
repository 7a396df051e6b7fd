import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { canRefundAndEnd, describeAlert, describeRefundAndEnd } from "./alert-copy.ts";
import styles from "./overview-page.module.css";
import shapes from "../frame/shapes.module.css";
import {
  alertsQuery,
  dismissAlert,
  overviewKey,
  refundAndEnd,
  type PaymentAlert,
} from "./queries.ts";

/** Lists suspected fraud, reviews, failed refunds and second payments, each with what the team can do about it. */
export function PaymentAlerts() {
  const { t, i18n } = useLingui();
  const { data, error } = useQuery(alertsQuery);
  const refundChange = useAlertChange(refundAndEnd);
  const freshSignIn = useFreshSignIn("refund-alert", refundChange);
  const refund = useConfirmation({ ...refundChange, error: freshSignIn.error });
  const dismiss = useAlertChange(dismissAlert);
  const isAdmin = useIsAdmin();
  if (error) return <ErrorNotice error={error} />;
  if (!data || data.alerts.length === 0) return null;
  const alertToRefund = data.alerts.find(({ id }) => id === refund.asked?.input);
  return (
    <section aria-label={t`Payments that need attention`}>
      <ul className={styles.alerts}>
        {data.alerts.map((alert) => {
          const { title, nextStep } = describeAlert(i18n, alert);
          return (
            <li key={alert.id}>
              <p>
                <strong>{title}</strong>
              </p>
              <p className={styles.next}>
                {nextStep} <Time at={alert.createdAt} />
              </p>
              <div className={shapes.actions}>
                {isAdmin && (
                  <AlertButtons
                    alert={alert}
                    isBusy={dismiss.isPending && dismiss.variables === alert.id}
                    onRefund={() => refund.ask(alert.id)}
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
      {data.hasMore && (
        <p>{t`More payments need attention. They appear here after you resolve these.`}</p>
      )}
      {freshSignIn.dialog}
      {alertToRefund && !freshSignIn.dialog && (
        <ConfirmDialog
          title={t`Refund and end access?`}
          confirmLabel={t`Refund and end access`}
          kind="danger"
          busyLabel={t`Refunding…`}
          text={describeRefundAndEnd(i18n, alertToRefund)}
          {...refund.dialog}
        />
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
  const { t, i18n } = useLingui();
  const { title } = describeAlert(i18n, alert);
  return (
    <>
      {canRefundAndEnd(alert) && (
        <Button kind="danger" onClick={onRefund}>
          <Trans>
            Refund and end access<VisuallyHidden>: {title}</VisuallyHidden>
          </Trans>
        </Button>
      )}
      <Button busy={isBusy} onClick={onDismiss}>
        {alert.kind === "review" ? t`Approve` : t`Dismiss`}
        <VisuallyHidden>: {title}</VisuallyHidden>
      </Button>
    </>
  );
}

function AlertLinks({ alert: { sourceType, sourceId, stripeUrl } }: { alert: PaymentAlert }) {
  const { t } = useLingui();
  return (
    <>
      {sourceId !== null && sourceType === "order" && (
        <Link href={consolePaths.order(sourceId)}>{t`View order`}</Link>
      )}
      {sourceId !== null && sourceType === "subscription" && (
        <Link href={consolePaths.subscription(sourceId)}>{t`View subscription`}</Link>
      )}
      {stripeUrl !== null && <a href={stripeUrl}>{t`View in Stripe`}</a>}
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
