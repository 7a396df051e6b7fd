import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { describeLastUse, overlapOptions } from "./key-copy.ts";
import { serializeKeyChange, type ApiKey } from "./queries.ts";

type DialogProps = {
  apiKey: ApiKey;
  busy: boolean;
  /** Receives the change for `useKeyChange`. */
  onConfirm: (change: string) => void;
  onClose: () => void;
};

/** Asks how long the old key works before it is replaced by a new one. */
export function RollKeyDialog({ apiKey, busy, onConfirm, onClose }: DialogProps) {
  const [overlapMs, setOverlapMs] = useState(overlapOptions[2]!.value);
  const { id, name } = apiKey;
  return (
    <ConfirmDialog
      title={`Roll “${name}”?`}
      confirmLabel="Roll key"
      cancelLabel="Cancel"
      busy={busy}
      busyLabel="Rolling…"
      onConfirm={() =>
        onConfirm(serializeKeyChange({ action: "roll", id, overlapMs: Number(overlapMs) }))
      }
      onClose={onClose}
    >
      <p>
        You get a new key with the same name and scopes. Update your program before the old key
        stops working.
      </p>
      <SelectField
        label="The old key still works for"
        options={overlapOptions}
        value={overlapMs}
        onChange={(event) => setOverlapMs(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Asks before a key is revoked. */
export function RevokeKeyDialog({ apiKey, busy, onConfirm, onClose }: DialogProps) {
  const { id, name, prefix, lastUsedAt } = apiKey;
  const [now] = useState(() => Date.now());
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      confirmLabel="Revoke key"
      cancelLabel="Cancel"
      kind="danger"
      busy={busy}
      busyLabel="Revoking…"
      onConfirm={() => onConfirm(serializeKeyChange({ action: "revoke", id }))}
      onClose={onClose}
    >
      <p>
        The next request with <code>{prefix}…</code> is refused. This can’t be undone.
      </p>
      <p>Last used: {describeLastUse(lastUsedAt, now).toLowerCase()}.</p>
    </ConfirmDialog>
  );
}
