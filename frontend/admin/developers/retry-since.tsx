import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { describeRetried } from "./endpoint-copy.ts";
import { useRetrySince } from "./endpoint-queries.ts";

const HOUR = 3_600_000;

function useSinceOptions() {
  const { t } = useLingui();
  return [
    { value: String(HOUR), label: t`Last hour` },
    { value: String(24 * HOUR), label: t`Last 24 hours` },
    { value: String(3 * 24 * HOUR), label: t`Last 3 days` },
    { value: String(7 * 24 * HOUR), label: t`Last 7 days` },
    { value: String(30 * 24 * HOUR), label: t`Last 30 days` },
  ];
}

/** Retries all deliveries since a time that did not succeed. */
export function RetrySince({ endpointId }: { endpointId: string }) {
  const { t, i18n } = useLingui();
  const sinceOptions = useSinceOptions();
  const [isOpen, setIsOpen] = useState(false);
  const [ageMs, setAgeMs] = useState(sinceOptions[1]!.value);
  const retry = useRetrySince(endpointId);
  const open = () => {
    retry.reset();
    setIsOpen(true);
  };
  return (
    <>
      <Button onClick={open}>
        <Trans>Retry failed deliveries</Trans>
      </Button>
      <output>{retry.data && describeRetried(i18n, retry.data.retried)}</output>
      {isOpen && (
        <ConfirmDialog
          title={t`Retry failed deliveries?`}
          confirmLabel={t`Retry`}
          cancelLabel={t`Cancel`}
          busy={retry.isPending}
          busyLabel={t`Retrying…`}
          error={retry.error}
          onConfirm={() =>
            retry.mutate(new Date(Date.now() - Number(ageMs)).toISOString(), {
              onSuccess: () => setIsOpen(false),
            })
          }
          onClose={() => setIsOpen(false)}
        >
          <p>
            <Trans>
              All events that this endpoint didn’t accept are sent again. Use the{" "}
              <code>webhook-id</code> header to detect duplicates.
            </Trans>
          </p>
          <SelectField
            label={t`Events from`}
            options={sinceOptions}
            value={ageMs}
            onChange={(event) => setAgeMs(event.target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
