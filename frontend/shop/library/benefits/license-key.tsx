import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { useFormats } from "../../../i18n/use-formats.ts";
import { explainError } from "../../../messages/errors.ts";
import { ConfirmDialog } from "../../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../../shell/error-notice.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { TextField } from "../../../ui/field/fields.tsx";
import { SellerText } from "../../../ui/seller-text.tsx";
import shapes from "../../../ui/shapes.module.css";
import type { BenefitPart } from "./benefit-part.ts";
import { useDownloadLicenseFile, useRotateLicense, useSetAccountName } from "./benefit-queries.ts";
import { DeviceList } from "./device-list.tsx";
import styles from "../library.module.css";
import { describeLicense, type License } from "./license-copy.ts";
import type { OwnedBenefitOf } from "../queries.ts";

export const licenseKey: BenefitPart<"license_key"> = {
  Content: LicenseKey,
  describeCount: (keyCount) =>
    msg`${plural(keyCount, { one: "# license key", other: "# license keys" })}`,
};

/** A license key with its actions, or why it is not available yet. */
function LicenseKey({ benefit }: { benefit: OwnedBenefitOf<"license_key"> }) {
  const { name, langs, license, waitingFor } = benefit;
  return (
    <div className={styles.license}>
      <SellerText className={styles.name} lang={langs?.name}>
        {name}
      </SellerText>
      {license ? (
        <IssuedLicense license={license} />
      ) : waitingFor === "buyer_name" ? (
        <NameForm />
      ) : (
        <p className={shapes.muted}>
          <NoKeyLeft />
        </p>
      )}
    </div>
  );
}

/** Shown when no imported key is left for the user. */
export function NoKeyLeft() {
  const { t } = useLingui();
  return t`The shop has run out of license keys. Yours appears here as soon as there is a new one.`;
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
      <p className={shapes.muted}>{describeLicense(i18n, license)}</p>
      {license.activations.length > 0 && <DeviceList license={license} licenseFile={licenseFile} />}
      {licenseFile.isError && <ErrorNotice error={licenseFile.error} />}
      {isActive && (license.canRotate || canDownloadFile) && (
        <div className={shapes.links}>
          {canDownloadFile && (
            <Button
              kind="plain"
              busy={licenseFile.isPending}
              onClick={() => licenseFile.mutate(undefined)}
            >
              {t`Download license file`}
            </Button>
          )}
          {license.canRotate && (
            <Button kind="plain" onClick={() => setRotating(true)}>
              {t`Replace key`}
            </Button>
          )}
        </div>
      )}
      <output className={shapes.muted}>
        {licenseFile.isSuccess && <FileSaved expiresAt={Date.parse(licenseFile.data.expiresAt)} />}
      </output>
      {isRotating && <RotateDialog license={license} onClose={() => setRotating(false)} />}
    </>
  );
}

function FileSaved({ expiresAt }: { expiresAt: number }) {
  const { t } = useLingui();
  const date = useFormats().date(expiresAt);
  return t`License file saved. It works offline until ${date}.`;
}

/** Explains what happens to a replaced license key and asks for confirmation. */
function RotateDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const { t } = useLingui();
  const rotation = useRotateLicense();
  return (
    <ConfirmDialog
      title={t`Replace this license key?`}
      confirmLabel={t`Replace key`}
      cancelLabel={t({ message: `Cancel`, comment: "Button that closes a dialog" })}
      kind="danger"
      busy={rotation.isPending}
      busyLabel={t`Replacing…`}
      error={rotation.error}
      onConfirm={() => rotation.mutate(license.id, { onSuccess: onClose })}
      onClose={onClose}
      text={t`You get a new license key, and the old one stops working immediately. You’ll need to activate every device again with the new key.`}
    >
      <p>{t`Do this if someone else may have your key. Your purchase stays the same.`}</p>
    </ConfirmDialog>
  );
}

/** Asks for the name that a license key is issued to. */
function NameForm() {
  const { t, i18n } = useLingui();
  const [name, setName] = useState("");
  const setAccountName = useSetAccountName();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!setAccountName.isPending) setAccountName.mutate(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <p
        className={shapes.muted}
      >{t`This license key is issued in your name. Enter your name to get the key. It’s also saved to your account.`}</p>
      <div className={styles.field}>
        <TextField
          label={t`Your name`}
          name="name"
          autoComplete="name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={setAccountName.isError ? explainError(i18n, setAccountName.error) : undefined}
        />
        <Button type="submit" busy={setAccountName.isPending}>
          {setAccountName.isPending ? t`Creating license key…` : t`Get license key`}
        </Button>
      </div>
    </form>
  );
}
