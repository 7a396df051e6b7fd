import { Trans, useLingui } from "@lingui/react/macro";
import { ErrorNotice } from "../../../shell/error-notice.tsx";
import { Button } from "../../../ui/button.tsx";
import shapes from "../../../ui/shapes.module.css";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { describeLastActive } from "../../account/describe-session.ts";
import { useRemoveDevice, type useDownloadLicenseFile } from "./benefit-queries.ts";
import styles from "../library.module.css";
import type { License } from "./license-copy.ts";

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
                <p className={shapes.muted}>{describeLastActive(i18n, lastSeenAt)}</p>
                {isBeyondLimit && (
                  <p className={shapes.muted}>
                    {t`This device is over your limit. To use it, remove another device first.`}
                  </p>
                )}
              </div>
              <div className={shapes.links}>
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
