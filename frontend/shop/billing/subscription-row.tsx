import { useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { Trans } from "@lingui/react/macro";
import { useLingui } from "../../i18n/lingui.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import shapes from "../../ui/shapes.module.css";
import { Notice } from "../../ui/notice.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { SubscribeAgain } from "../catalog/subscribe-again.tsx";
import styles from "./billing.module.css";
import { ChangeDialog, type ChangeToConfirm } from "./change-dialog.tsx";
import { describeDone, type doneSentences } from "./describe-done.ts";
import { explainSubscription } from "./explain-subscription.ts";
import { OfferDialog } from "./offer-dialog.tsx";
import { OrderNumber } from "./order-number.tsx";
import { PaymentMethodLine } from "./payment-method-line.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { SeatsLine } from "./seats-line.tsx";
import { ProductName, getProductName } from "./product-name.tsx";
import type { Subscription } from "./queries.ts";
import { SubscriptionNotices } from "./subscription-notices.tsx";
import {
  useSubscriptionChange,
  type CancellationReason,
  type SubscriptionChange,
} from "./use-subscription-change.ts";

/** A subscription: what happens next, its payment method, and the actions the user can take. */
export function SubscriptionRow({
  subscription,
  headingRef,
}: {
  subscription: Subscription;
  /** Receives focus when the pressed button is removed. */
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const { i18n } = useLingui();
  const [openDialog, setOpenDialog] = useState<Exclude<SubscriptionButton, "keep"> | "offer">();
  // Kept, because billing has the offer only until it was shown.
  const [offer, setOffer] = useState<Subscription["offer"]>(null);
  const change = useSubscriptionChange(subscription.id);
  const name = getProductName(i18n, subscription.product);
  const [done, setDone] = useState<string>();
  const showDone = (changed: keyof typeof doneSentences, paid: string | null) =>
    setDone(describeDone(i18n, changed, paid));
  const close = () => {
    setOpenDialog(undefined);
    change.reset();
  };
  const open = (dialog: Exclude<SubscriptionButton, "keep">) => {
    const isOffered = dialog === "cancel" && offer === null && subscription.offer !== null;
    if (isOffered) setOffer(subscription.offer);
    setOpenDialog(isOffered ? "offer" : dialog);
  };
  const applyChange = (
    requestedChange: SubscriptionChange,
    reason?: CancellationReason,
    paid: string | null = null,
  ) => {
    setDone(undefined);
    change.mutate(
      { change: requestedChange, reason },
      {
        onSuccess: () => {
          // Focus cannot leave an open dialog.
          flushSync(() => setOpenDialog(undefined));
          showDone(
            requestedChange === "take_offer" && offer?.kind === "pause" ? "pause" : requestedChange,
            paid,
          );
          if (requestedChange === "end") headingRef.current?.focus();
        },
      },
    );
  };
  return (
    <li className={styles.subscription} id={subscription.id}>
      <div className={rows.main}>
        <p className={rows.name}>
          <ProductName product={subscription.product} />
        </p>
        <p className={rows.detail}>
          <OrderNumber id={subscription.id} />
        </p>
        <output className={rows.detail}>{explainSubscription(i18n, subscription)}</output>
        <SeatsLine
          id={subscription.id}
          used={subscription.usedSeats}
          quantity={subscription.price?.quantity ?? 1}
        />
        <PaymentMethodLine subscription={subscription} />
        {subscription.soldByLink && (
          <p className={rows.detail}>
            <Trans>
              Sold through Link. To change the plan or the seats, cancel and subscribe again.
            </Trans>
          </p>
        )}
      </div>
      {done !== undefined && <Notice tone="info" title={done} />}
      <SubscriptionNotices subscription={subscription} />
      {change.isError && !openDialog && <ErrorNotice error={change.error} />}
      <div className={shapes.links}>
        {getActionButtons(subscription).map(({ slot, action }) => (
          <Button
            key={slot}
            kind="plain"
            busy={change.isPending}
            onClick={() => (action === "keep" ? applyChange("keep") : open(action))}
          >
            <ActionLabel action={action} name={name} />
          </Button>
        ))}
        {subscription.again && <SubscribeAgain again={subscription.again} name={name} />}
      </div>
      {openDialog === "offer" && offer !== null ? (
        <OfferDialog
          offer={offer}
          subscription={subscription}
          name={name}
          busy={change.isPending}
          error={change.error}
          onTake={() => applyChange("take_offer")}
          onDecline={() => {
            change.reset();
            setOpenDialog("cancel");
          }}
          onClose={close}
        />
      ) : openDialog === "plan" || openDialog === "seats" ? (
        <PlanDialog
          subscription={subscription}
          mode={openDialog}
          onChanged={(paid) => {
            flushSync(() => setOpenDialog(undefined));
            showDone(openDialog, paid);
          }}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : (
        openDialog &&
        openDialog !== "offer" && (
          <ChangeDialog
            change={openDialog}
            subscription={subscription}
            name={name}
            busy={change.isPending}
            error={change.error}
            onConfirm={applyChange}
            onClose={close}
          />
        )
      )}
    </li>
  );
}

type ActionButton = { slot: string; action: SubscriptionButton };

/** Opposite actions share one slot, so that the button keeps focus when the dialog closes. */
function getActionButtons({ actions, plans }: Subscription): ActionButton[] {
  const can = (action: Subscription["actions"][number]) => actions.includes(action);
  const candidates: (ActionButton | false)[] = [
    can("change_plan") && plans.length > 0 && { slot: "plan", action: "plan" },
    can("change_quantity") && { slot: "seats", action: "seats" },
    can("pause") && { slot: "pause", action: "pause" },
    can("resume") && { slot: "pause", action: "resume" },
    can("cancel") && { slot: "cancel", action: "cancel" },
    can("keep") && { slot: "cancel", action: "keep" },
    can("end") && !can("cancel") && { slot: "end", action: "end" },
  ];
  return candidates.filter((candidate) => candidate !== false);
}

/** What the buttons below a subscription do. */
type SubscriptionButton = ChangeToConfirm | "plan" | "seats" | "keep";

/** What such a button says; with the product's name for screen readers. */
function ActionLabel({ action, name }: { action: SubscriptionButton; name: string }) {
  switch (action) {
    case "plan":
      return (
        <Trans>
          Change plan <VisuallyHidden>{name}</VisuallyHidden>
        </Trans>
      );
    case "seats":
      return (
        <Trans>
          Change seats <VisuallyHidden>{name}</VisuallyHidden>
        </Trans>
      );
    case "pause":
      return (
        <Trans comment="Verb: pauses a subscription">
          Pause <VisuallyHidden>{name}</VisuallyHidden>
        </Trans>
      );
    case "resume":
      return (
        <Trans>
          End pause <VisuallyHidden>{name}</VisuallyHidden>
        </Trans>
      );
    case "cancel":
      return (
        <Trans comment="Verb: cancels a subscription">
          Cancel <VisuallyHidden>{name}</VisuallyHidden>
        </Trans>
      );
    case "keep":
      return (
        <Trans>
          Resume subscription <VisuallyHidden>{name}</VisuallyHidden>
        </Trans>
      );
    case "end":
      return (
        <Trans comment="Verb: ends a subscription">
          End now <VisuallyHidden>{name}</VisuallyHidden>
        </Trans>
      );
  }
}
