import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import styles from "./developers.module.css";
import { secretOverlapOptions } from "./endpoint-copy.ts";

/** Asks how long the old signing secret signs next to the new one. */
export function RollSecretDialog({
  busy,
  onConfirm,
  onClose,
}: {
  busy: boolean;
  onConfirm: (overlapSeconds: number) => void;
  onClose: () => void;
}) {
  const [overlapSeconds, setOverlapSeconds] = useState(secretOverlapOptions[2]!.value);
  return (
    <ConfirmDialog
      title="Roll the signing secret?"
      confirmLabel="Roll secret"
      cancelLabel="Cancel"
      busy={busy}
      busyLabel="Rolling…"
      onConfirm={() => onConfirm(Number(overlapSeconds))}
      onClose={onClose}
    >
      <p>
        You get a new secret. Until the old one stops, each event is signed with both, so your
        program accepts events throughout the change.
      </p>
      <SelectField
        label="The old secret still signs for"
        options={secretOverlapOptions}
        value={overlapSeconds}
        onChange={(event) => setOverlapSeconds(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Asks before an endpoint is deleted. */
export function DeleteEndpointDialog({
  url,
  busy,
  onConfirm,
  onClose,
}: {
  url: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Delete this endpoint?"
      confirmLabel="Delete endpoint"
      cancelLabel="Cancel"
      kind="danger"
      busy={busy}
      busyLabel="Deleting…"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <span className={styles.url}>{url}</span> gets no more events, and the record of its
        deliveries is deleted. The events stay in the feed. To stop for a while, disable it instead.
      </p>
    </ConfirmDialog>
  );
}
