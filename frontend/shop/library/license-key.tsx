import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { OwnedBenefitOf } from "./queries.ts";
import { DeviceList } from "./device-list.tsx";
import styles from "./license-key.module.css";
import { describeLicense, type License } from "./license-copy.ts";
import { NameForm } from "./name-form.tsx";
import { useDownloadLicenseFile } from "./license-queries.ts";
import { RotateDialog } from "./rotate-dialog.tsx";

/** A license key with its actions, or why it is not available yet. */
export function LicenseKey({ benefit }: { benefit: OwnedBenefitOf<"license_key"> }) {
  const { name, langs, license, waitingFor } = benefit;
  return (
    <div className={styles.license}>
      <p className={styles.name} lang={langs?.name} dir="auto">
        {name}
      </p>
      {license ? (
        <IssuedLicense license={license} />
      ) : waitingFor === "buyer_name" ? (
        <NameForm />
      ) : (
        <p className={styles.detail}>
          <NoKeyLeft />
        </p>
      )}
    </div>
  );
}

/** Shown when no imported key is left for the user. */
export function NoKeyLeft() {
  return (
    <Trans>
      The shop has run out of license keys. Yours appears here as soon as there is a new one.
    </Trans>
  );
}

function IssuedLicense({ license }: { license: License }) {
  const { t, i18n } = useLingui();
  const [isRotating, setRotating] = useState(false);
  const licenseFile = useDownloadLicenseFile(license.id);
  const isActive = license.state === "granted";
  const canDownloadFile = isActive && license.hasFiles && license.activationLimit === null;
  return (
    <>
      <div className={styles.line}>
        <code className={styles.key}>{license.key}</code>
        <CopyButton text={license.key} label={t`Copy license key`} />
      </div>
      <p className={styles.detail}>{describeLicense(i18n, license)}</p>
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
              <Trans>Download license file</Trans>
            </Button>
          )}
          {license.canRotate && (
            <Button kind="plain" onClick={() => setRotating(true)}>
              <Trans>Replace key</Trans>
            </Button>
          )}
        </div>
      )}
      <output className={styles.detail}>
        {licenseFile.isSuccess && <FileSaved expiresAt={Date.parse(licenseFile.data.expiresAt)} />}
      </output>
      {isRotating && <RotateDialog license={license} onClose={() => setRotating(false)} />}
    </>
  );
}

function FileSaved({ expiresAt }: { expiresAt: number }) {
  const date = useFormats().date(expiresAt);
  return <Trans>License file saved. It works offline until {date}.</Trans>;
}
