import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatAgo } from "../../ui/format-time.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./license-key.module.css";
import type { License } from "./license-copy.ts";
import { useRemoval, type useFile } from "./license-queries.ts";

/** Where a key is in use. */
export function DeviceList({
  license,
  file,
}: {
  license: License;
  file: ReturnType<typeof useFile>;
}) {
  const removal = useRemoval();
  const hasFile =
    license.hasFiles && license.state === "granted" && license.activationLimit !== null;
  return (
    <>
      {removal.isError && <ErrorNotice error={removal.error} />}
      <ul className={styles.devices} aria-label="Devices">
        {license.activations.map(({ id, label, fingerprint, lastSeenAt, isBeyondLimit }) => (
          <li key={id}>
            <div className={styles.device}>
              <p>{label || fingerprint}</p>
              <p className={styles.detail}>
                {describeSeen(lastSeenAt)}
                {isBeyondLimit && " · More than you have paid for: remove another to use it"}
              </p>
            </div>
            <div className={styles.actions}>
              {hasFile && !isBeyondLimit && (
                <Button kind="plain" busy={file.isPending} onClick={() => file.mutate(id)}>
                  License file <VisuallyHidden>for {label || fingerprint}</VisuallyHidden>
                </Button>
              )}
              <Button kind="plain" busy={removal.isPending} onClick={() => removal.mutate(id)}>
                Remove <VisuallyHidden>{label || fingerprint}</VisuallyHidden>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function describeSeen(at: number) {
  return `Last seen ${formatAgo(at, Date.now())}`;
}
