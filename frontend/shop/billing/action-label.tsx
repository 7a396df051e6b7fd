import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { ChangeToConfirm } from "./change-dialog.tsx";

/** What the buttons below a subscription do. */
export type SubscriptionButton = ChangeToConfirm | "plan" | "seats" | "keep";

/** What such a button says; with the product's name for screen readers. */
export function ActionLabel({ action, name }: { action: SubscriptionButton; name: string }) {
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
