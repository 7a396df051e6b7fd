import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { DEFAULT_OVERLAP_MS, describeLastUse, getOverlapOptions } from "./key-copy.ts";
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
  const { t, i18n } = useLingui();
  const [overlapMs, setOverlapMs] = useState(String(DEFAULT_OVERLAP_MS));
  const { id, name } = apiKey;
  return (
    <ConfirmDialog
      title={t`Roll “${name}”?`}
      confirmLabel={t`Roll key`}
      cancelLabel={t`Cancel`}
      busy={busy}
      busyLabel={t`Rolling…`}
      onConfirm={() =>
        onConfirm(serializeKeyChange({ action: "roll", id, overlapMs: Number(overlapMs) }))
      }
      onClose={onClose}
    >
      <p>
        <Trans>
          You get a new key with the same name and scopes. Update your program before the old key
          expires.
        </Trans>
      </p>
      <SelectField
        label={t`Old key expires`}
        options={getOverlapOptions(i18n)}
        value={overlapMs}
        onChange={(event) => setOverlapMs(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Asks before a key is revoked. */
export function RevokeKeyDialog({ apiKey, busy, onConfirm, onClose }: DialogProps) {
  const { t, i18n } = useLingui();
  const { id, name, prefix, lastUsedAt } = apiKey;
  const [now] = useState(() => Date.now());
  const lastUse = describeLastUse(i18n, lastUsedAt, now);
  return (
    <ConfirmDialog
      title={t`Revoke “${name}”?`}
      confirmLabel={t`Revoke key`}
      cancelLabel={t`Cancel`}
      kind="danger"
      busy={busy}
      busyLabel={t`Revoking…`}
      onConfirm={() => onConfirm(serializeKeyChange({ action: "revoke", id }))}
      onClose={onClose}
    >
      <p>
        <Trans>
          Requests with <code>{prefix}…</code> will fail immediately. This can’t be undone.
        </Trans>
      </p>
      <p>
        <Trans>Last used: {lastUse}</Trans>
      </p>
    </ConfirmDialog>
  );
}
