import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatRelativeTime } from "../../ui/format-time.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./license-key.module.css";
import type { License } from "./license-copy.ts";
import { useRemoveDevice, type useDownloadLicenseFile } from "./license-queries.ts";

/** The devices that a license key is activated on. */
export function DeviceList({
  license,
  licenseFile,
}: {
  license: License;
  licenseFile: ReturnType<typeof useDownloadLicenseFile>;
}) {
  const removal = useRemoveDevice();
  const canDownloadFile =
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
                {describeLastSeen(lastSeenAt)}
                {isBeyondLimit && " · More than you have paid for: remove another to use it"}
              </p>
            </div>
            <div className={styles.actions}>
              {canDownloadFile && !isBeyondLimit && (
                <Button
                  kind="plain"
                  busy={licenseFile.isPending}
                  onClick={() => licenseFile.mutate(id)}
                >
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

function describeLastSeen(at: number) {
  return `Last seen ${formatRelativeTime(at, Date.now())}`;
}
