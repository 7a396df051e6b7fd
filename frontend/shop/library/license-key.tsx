import { useState } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatDate } from "../../ui/format-time.ts";
import type { OwnedBenefitOf } from "./queries.ts";
import { DeviceList } from "./device-list.tsx";
import styles from "./license-key.module.css";
import { describeLicense, type License } from "./license-copy.ts";
import { NameForm } from "./name-form.tsx";
import { useDownloadLicenseFile } from "./license-queries.ts";
import { RotateDialog } from "./rotate-dialog.tsx";

/** A license key with its actions, or why it is not available yet. */
export function LicenseKey({ benefit }: { benefit: OwnedBenefitOf<"license_key"> }) {
  const { name, license, waitingFor } = benefit;
  return (
    <div className={styles.license}>
      <p className={styles.name}>{name}</p>
      {license ? (
        <IssuedLicense license={license} />
      ) : waitingFor === "buyer_name" ? (
        <NameForm />
      ) : (
        <p className={styles.detail}>
          Your key is on its way: the shop has run out of them for the moment. It appears here by
          itself.
        </p>
      )}
    </div>
  );
}

function IssuedLicense({ license }: { license: License }) {
  const [isRotating, setRotating] = useState(false);
  const licenseFile = useDownloadLicenseFile(license.id);
  const isActive = license.state === "granted";
  const canDownloadFile = isActive && license.hasFiles && license.activationLimit === null;
  return (
    <>
      <div className={styles.line}>
        <code className={styles.key}>{license.key}</code>
        <CopyButton text={license.key} label="Copy the key" />
      </div>
      <p className={styles.detail}>{describeLicense(license)}</p>
      {license.activations.length > 0 && <DeviceList license={license} licenseFile={licenseFile} />}
      {licenseFile.isError && <ErrorNotice error={licenseFile.error} />}
      {isActive && (license.canRotate || canDownloadFile) && (
        <div className={styles.actions}>
          {canDownloadFile && (
            <Button
              kind="plain"
              busy={licenseFile.isPending}
              onClick={() => licenseFile.mutate(undefined)}
            >
              Download license file
            </Button>
          )}
          {license.canRotate && (
            <Button kind="plain" onClick={() => setRotating(true)}>
              Replace key
            </Button>
          )}
        </div>
      )}
      <output className={styles.detail}>
        {licenseFile.isSuccess &&
          `Saved. The file works without a connection until ${formatDate(Date.parse(licenseFile.data.expiresAt))}.`}
      </output>
      {isRotating && <RotateDialog license={license} onClose={() => setRotating(false)} />}
    </>
  );
}
