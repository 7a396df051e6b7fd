import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { useRetrySince } from "./endpoint-queries.ts";

const HOUR = 3_600_000;

const sinceOptions = [
  { value: String(HOUR), label: "The last hour" },
  { value: String(24 * HOUR), label: "The last 24 hours" },
  { value: String(3 * 24 * HOUR), label: "The last 3 days" },
  { value: String(7 * 24 * HOUR), label: "The last 7 days" },
  { value: String(30 * 24 * HOUR), label: "The last 30 days" },
];

/** Retries all deliveries since a time that did not succeed. */
export function RetrySince({ endpointId }: { endpointId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [ageMs, setAgeMs] = useState(sinceOptions[1]!.value);
  const retry = useRetrySince(endpointId);
  const open = () => {
    retry.reset();
    setIsOpen(true);
  };
  return (
    <>
      <Button onClick={open}>Retry failed deliveries</Button>
      <output>{retry.data && describeRetried(retry.data.retried)}</output>
      {isOpen && (
        <ConfirmDialog
          title="Retry failed deliveries?"
          confirmLabel="Retry"
          cancelLabel="Cancel"
          busy={retry.isPending}
          busyLabel="Retrying…"
          error={retry.error}
          onConfirm={() =>
            retry.mutate(new Date(Date.now() - Number(ageMs)).toISOString(), {
              onSuccess: () => setIsOpen(false),
            })
          }
          onClose={() => setIsOpen(false)}
        >
          <p>
            Sends the events again that this endpoint did not accept. A receiver recognizes an event
            that it has seen by its <code>webhook-id</code>.
          </p>
          <SelectField
            label="Events of"
            options={sinceOptions}
            value={ageMs}
            onChange={(event) => setAgeMs(event.target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}

function describeRetried(count: number): string {
  if (count === 0) return "Nothing to retry.";
  return count === 1 ? "1 delivery is retried." : `${count} deliveries are retried.`;
}
