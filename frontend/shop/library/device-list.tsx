import { Trans, useLingui } from "@lingui/react/macro";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describeLastActive } from "../account/describe-session.ts";
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
  const { t, i18n } = useLingui();
  const removal = useRemoveDevice();
  const canDownloadFile =
    license.hasFiles && license.state === "granted" && license.activationLimit !== null;
  return (
    <>
      {removal.isError && <ErrorNotice error={removal.error} />}
      <ul className={styles.devices} aria-label={t`Devices`}>
        {license.activations.map(({ id, label, fingerprint, lastSeenAt, isBeyondLimit }) => {
          const device = label || fingerprint;
          return (
            <li key={id}>
              <div className={styles.device}>
                <p>{device}</p>
                <p className={styles.detail}>{describeLastActive(i18n, lastSeenAt)}</p>
                {isBeyondLimit && (
                  <p className={styles.detail}>
                    <Trans>
                      This device is over your limit. To use it, remove another device first.
                    </Trans>
                  </p>
                )}
              </div>
              <div className={styles.actions}>
                {canDownloadFile && !isBeyondLimit && (
                  <Button
                    kind="plain"
                    busy={licenseFile.isPending}
                    onClick={() => licenseFile.mutate(id)}
                  >
                    <Trans>
                      License file <VisuallyHidden>for {device}</VisuallyHidden>
                    </Trans>
                  </Button>
                )}
                <Button kind="plain" busy={removal.isPending} onClick={() => removal.mutate(id)}>
                  <Trans>
                    Remove <VisuallyHidden>{device}</VisuallyHidden>
                  </Trans>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
