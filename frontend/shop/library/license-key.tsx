import { useState } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatDay } from "../../ui/format-time.ts";
import type { OwnedBenefitOf } from "./queries.ts";
import { DeviceList } from "./device-list.tsx";
import styles from "./license-key.module.css";
import { describeLicense, type License } from "./license-copy.ts";
import { NameForm } from "./name-form.tsx";
import { useFile } from "./license-queries.ts";
import { RotateDialog } from "./rotate-dialog.tsx";

/** A license key in its owner's hands, or what it waits for. */
export function LicenseKey({ benefit }: { benefit: OwnedBenefitOf<"license_key"> }) {
  const { name, license, waitingFor } = benefit;
  return (
    <div className={styles.license}>
      <p className={styles.name}>{name}</p>
      {license ? (
        <Held license={license} />
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

function Held({ license }: { license: License }) {
  const [isRotating, setRotating] = useState(false);
  const file = useFile(license.id);
  const works = license.state === "granted";
  const hasFileForAll = works && license.hasFiles && license.activationLimit === null;
  return (
    <>
      <div className={styles.line}>
        <code className={styles.key}>{license.key}</code>
        <CopyButton text={license.key} label="Copy the key" />
      </div>
      <p className={styles.detail}>{describeLicense(license)}</p>
      {license.activations.length > 0 && <DeviceList license={license} file={file} />}
      {file.isError && <ErrorNotice error={file.error} />}
      {works && (license.canRotate || hasFileForAll) && (
        <div className={styles.actions}>
          {hasFileForAll && (
            <Button kind="plain" busy={file.isPending} onClick={() => file.mutate(undefined)}>
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
        {file.isSuccess &&
          `Saved. The file works without a connection until ${formatDay(Date.parse(file.data.expiresAt))}.`}
      </output>
      {isRotating && <RotateDialog license={license} onClose={() => setRotating(false)} />}
    </>
  );
}
