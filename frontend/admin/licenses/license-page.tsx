import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "wouter";
import { RowAction } from "../frame/row-action.tsx";
import { translateLabel } from "../frame/label.tsx";
import { explainLicenseState, getDeviceLimit, describeLicensee } from "./console-license-copy.ts";
import { licenseStates } from "../customers/license-states.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConsolePage, DescriptionList, PageSection, DetailPage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../list/table.tsx";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import shapes from "../frame/shapes.module.css";
import { Time } from "../../ui/time.tsx";
import {
  licenseQuery,
  useRemoveDevice,
  useRevealKey,
  useSetLicenseDisabled,
  type AdminLicense,
} from "./queries.ts";

/** `/admin/licenses/:id`: one license key. */
export default function LicensePage() {
  return <DetailPage query={licenseQuery} lines={6} Content={LicenseDetails} />;
}

function LicenseDetails({ data: license }: { data: AdminLicense }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { id, key, state, user, licensee, uses, usesLimit, expiresAt, createdAt } = license;
  const reveal = useRevealKey(id);
  const shownKey = reveal.data?.key ?? key;
  const limit = getDeviceLimit(license);
  const devices = license.activations.length;
  return (
    <ConsolePage
      title={shownKey}
      parent={{ href: consolePaths.licenses, name: t`License keys` }}
      description={explainLicenseState(i18n, license)}
      actions={
        <>
          {license.isKeyHidden && !reveal.data ? (
            <Button busy={reveal.isPending} onClick={() => reveal.mutate()}>
              {t`Show key`}
            </Button>
          ) : (
            <CopyButton text={shownKey} label={t`Copy key`} />
          )}
          <DisableButton license={license} />
        </>
      }
    >
      {reveal.error && <ErrorNotice error={reveal.error} />}
      {license.isKeyHidden && (
        <p className={shapes.soft}>{t`The audit log records that you viewed the key.`}</p>
      )}
      <DescriptionList
        items={{
          [t`Status`]: translateLabel(i18n, licenseStates[state].label),
          [t`Customer`]: user ? (
            <Link href={consolePaths.customer(user.id)}>{describeLicensee(i18n, license)}</Link>
          ) : (
            describeLicensee(i18n, license)
          ),
          [t`Licensee`]: user && licensee,
          [t`Source`]: <LicenseSource license={license} />,
          [t`Benefit`]: (
            <Link href={consolePaths.filteredLicenses({ benefitId: license.benefitId })}>
              {license.benefitName}
            </Link>
          ),
          [t`Devices`]: limit === null ? devices : t`${devices} of ${limit}`,
          [t`Uses`]: usesLimit === null ? uses : t`${uses} of ${usesLimit}`,
          [t`Expires`]: expiresAt === null ? t`Never` : <Time at={expiresAt} />,
          [t`Created`]: formats.dateTime(createdAt),
          [t`Origin`]: license.origin === "imported" ? t`Imported` : t`Generated`,
          [t`ID`]: <code>{id}</code>,
        }}
      />
      <Devices license={license} />
    </ConsolePage>
  );
}

/** The purchase, gift or import that the key comes from. */
function LicenseSource({ license: { why, origin, state } }: { license: AdminLicense }) {
  const { t } = useLingui();
  if (!why)
    return state === "in_stock"
      ? t`Imported as stock`
      : origin === "imported"
        ? t`Imported, already issued`
        : "–";
  const productName = why.product?.name ?? "a product";
  const { sourceType, sourceId } = why;
  if (sourceType === "order")
    return <Link href={consolePaths.order(sourceId)}>{t`Order of ${productName}`}</Link>;
  if (sourceType === "subscription")
    return (
      <Link href={consolePaths.subscription(sourceId)}>{t`Subscription to ${productName}`}</Link>
    );
  return <>{t`${productName} (gift)`}</>;
}

function DisableButton({ license }: { license: AdminLicense }) {
  const { t } = useLingui();
  const change = useSetLicenseDisabled(license.id);
  const disabling = useConfirmation(change);
  if (license.disabledAt !== null)
    return (
      <>
        <Button busy={change.isPending} onClick={() => change.mutate(false)}>
          {change.isPending ? t`Enabling…` : t`Enable`}
        </Button>
        {change.error && <ErrorNotice error={change.error} />}
      </>
    );
  // A replaced key no longer works, so it cannot be disabled.
  if (license.rotatedAt !== null) return null;
  return (
    <>
      <Button onClick={() => disabling.ask(true)}>{t`Disable`}</Button>
      {disabling.asked && (
        <ConfirmDialog
          title={t`Disable this key?`}
          confirmLabel={t`Disable`}
          kind="danger"
          busyLabel={t`Disabling…`}
          text={t`Apps that validate this key will reject it immediately on all devices. The customer’s other access isn’t affected. You can enable the key again at any time.`}
          {...disabling.dialog}
        />
      )}
    </>
  );
}

type Device = AdminLicense["activations"][number] & { licenseId: string };

const deviceColumns: Column<Device>[] = [
  { name: msg`Name`, cell: ({ label, fingerprint }) => label || fingerprint },
  { name: msg`Fingerprint`, cell: ({ fingerprint }) => <code>{fingerprint}</code> },
  { name: msg`Activated`, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: msg`Last seen`, cell: ({ lastSeenAt }) => <LastSeen at={lastSeenAt} /> },
  { name: msg`Remove`, cell: (device) => <RemoveDevice device={device} /> },
];

function Devices({ license }: { license: AdminLicense }) {
  const { t } = useLingui();
  const rows = license.activations.map((device) => ({ ...device, licenseId: license.id }));
  return (
    <PageSection
      title={t`Devices`}
      description={t`Devices on which this key is activated. A removed device can be activated again.`}
    >
      {rows.length === 0 ? (
        <p>{t`No active devices.`}</p>
      ) : (
        <Table label={t`Devices`} rows={rows} columns={deviceColumns} />
      )}
    </PageSection>
  );
}

function RemoveDevice({ device }: { device: Device }) {
  const { id, licenseId, label, fingerprint } = device;
  const name = label || fingerprint;
  const { t } = useLingui();
  const removal = useRemoveDevice(licenseId);
  return (
    <>
      <RowAction
        label={t`Remove`}
        about={name}
        busy={removal.isPending}
        onClick={() => removal.mutate(id)}
      />
      {removal.error && <ErrorNotice error={removal.error} />}
    </>
  );
}

function LastSeen({ at }: { at: number }) {
  const formats = useFormats();
  const [now] = useState(() => Date.now());
  return <>{formats.relativeTime(at, now)}</>;
}
