import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  MAX_CANCELLATION_COMMENT,
  type CancellationFeedback,
} from "../../../worker/lib/cancellation-reasons.ts";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import type { CancellationReason } from "./use-subscription-change.ts";

/** Stripe's reasons, as the subscriber would say them. */
const labels: Record<CancellationFeedback, MessageDescriptor> = {
  too_expensive: msg`It’s too expensive`,
  missing_features: msg`It’s missing features I need`,
  switched_service: msg`I’m switching to something else`,
  unused: msg`I don’t use it enough`,
  customer_service: msg`The customer service was poor`,
  too_complex: msg`It’s too complicated`,
  low_quality: msg`The quality was poor`,
  other: msg`Another reason`,
};

/** Asks why somebody cancels, and then for a comment. Both answers can be left out. */
export function CancellationReasonFields({
  reason,
  onChange,
}: {
  reason: CancellationReason;
  onChange: (reason: CancellationReason) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <>
      <SelectField
        label={t`Why are you canceling? (optional)`}
        value={reason.feedback ?? ""}
        onChange={(event) => onChange(toReason(event.currentTarget.value, reason.comment))}
        options={[
          { value: "", label: t`Prefer not to say` },
          ...Object.entries(labels).map(([value, label]) => ({ value, label: i18n._(label) })),
        ]}
      />
      {reason.feedback && (
        <TextArea
          label={t`Anything else you’d like to tell the shop? (optional)`}
          rows={2}
          maxLength={MAX_CANCELLATION_COMMENT}
          value={reason.comment ?? ""}
          onChange={(event) => onChange({ ...reason, comment: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** Without a reason there is no comment either: its field is hidden. */
function toReason(feedback: string, comment: string | undefined): CancellationReason {
  return Object.hasOwn(labels, feedback)
    ? { feedback: feedback as CancellationFeedback, ...(comment !== undefined && { comment }) }
    : {};
}
