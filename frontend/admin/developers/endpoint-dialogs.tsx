import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import styles from "./developers.module.css";
import { DEFAULT_SECRET_OVERLAP_SECONDS, getSecretOverlapOptions } from "./endpoint-copy.ts";

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
  const { t, i18n } = useLingui();
  const [overlapSeconds, setOverlapSeconds] = useState(String(DEFAULT_SECRET_OVERLAP_SECONDS));
  return (
    <ConfirmDialog
      title={t`Roll the signing secret?`}
      confirmLabel={t`Roll secret`}
      cancelLabel={t`Cancel`}
      busy={busy}
      busyLabel={t`Rolling…`}
      onConfirm={() => onConfirm(Number(overlapSeconds))}
      onClose={onClose}
    >
      <p>
        <Trans>
          You get a new secret. Until the old secret expires, each event is signed with both, so no
          event is rejected while you update your program.
        </Trans>
      </p>
      <SelectField
        label={t`Old secret expires`}
        options={getSecretOverlapOptions(i18n)}
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
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Delete this endpoint?`}
      confirmLabel={t`Delete endpoint`}
      cancelLabel={t`Cancel`}
      kind="danger"
      busy={busy}
      busyLabel={t`Deleting…`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <Trans>
          <span className={styles.url}>{url}</span> no longer receives events, and its delivery
          history is deleted. The events stay in the feed. To pause the endpoint, disable it
          instead.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
