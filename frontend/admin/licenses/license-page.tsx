import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import {
  licenseQuery,
  useRemoveDevice,
  useSetLicenseDisabled,
  type AdminLicense,
} from "./queries.ts";
import {
  explainLicenseState,
  getDeviceLimit,
  describeLicensee,
  getLicenseStateLabel,
} from "./console-license-copy.ts";

/** `/admin/licenses/:id`: one license key. */
export default function LicensePage() {
  const { id = "" } = useParams();
  return (
    <QueryBoundary
      query={useQuery(licenseQuery(id))}
      skeleton={<SkeletonLines lines={6} />}
      level="page"
    >
      {(license) => <LicenseDetails license={license} />}
    </QueryBoundary>
  );
}

function LicenseDetails({ license }: { license: AdminLicense }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { id, key, state, user, licensee, uses, usesLimit, expiresAt, createdAt } = license;
  const limit = getDeviceLimit(license);
  const devices = license.activations.length;
  return (
    <ConsolePage
      title={key}
      parent={{ href: consolePaths.licenses, name: t`License keys` }}
      description={explainLicenseState(i18n, license)}
      actions={
        <>
          <CopyButton text={key} label={t`Copy key`} />
          <DisableButton license={license} />
        </>
      }
    >
      <DescriptionList
        items={[
          [t`Status`, getLicenseStateLabel(i18n, state)],
          [
            t`Customer`,
            user ? (
              <Link key="holder" href={consolePaths.customer(user.id)}>
                {describeLicensee(i18n, license)}
              </Link>
            ) : (
              describeLicensee(i18n, license)
            ),
          ],
          [t`Licensee`, user && licensee],
          [t`Source`, <LicenseSource key="why" license={license} />],
          [
            t`Benefit`,
            <Link key="for" href={consolePaths.filteredLicenses({ benefitId: license.benefitId })}>
              {license.benefitName}
            </Link>,
          ],
          [t`Devices`, limit === null ? devices : t`${devices} of ${limit}`],
          [t`Uses`, usesLimit === null ? uses : t`${uses} of ${usesLimit}`],
          [t`Expires`, expiresAt === null ? t`Never` : <Time key="expires" at={expiresAt} />],
          [t`Created`, formats.dateTime(createdAt)],
          [t`Origin`, license.origin === "imported" ? t`Imported` : t`Generated`],
          [t`ID`, <code key="id">{id}</code>],
        ]}
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
    return (
      <Link href={consolePaths.order(sourceId)}>
        <Trans>Order of {productName}</Trans>
      </Link>
    );
  if (sourceType === "subscription")
    return (
      <Link href={consolePaths.subscription(sourceId)}>
        <Trans>Subscription to {productName}</Trans>
      </Link>
    );
  return (
    <>
      <Trans>{productName} (gift)</Trans>
    </>
  );
}

function DisableButton({ license }: { license: AdminLicense }) {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);
  const change = useSetLicenseDisabled(license.id, () => setIsConfirming(false));
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
      <Button onClick={() => setIsConfirming(true)}>
        <Trans>Disable</Trans>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t`Disable this key?`}
          confirmLabel={t`Disable`}
          cancelLabel={t`Cancel`}
          kind="danger"
          busy={change.isPending}
          busyLabel={t`Disabling…`}
          error={change.error}
          onConfirm={() => change.mutate(true)}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            <Trans>
              Apps that validate this key will reject it immediately on all devices. The customer’s
              other access isn’t affected. You can enable the key again at any time.
            </Trans>
          </p>
        </ConfirmDialog>
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
        <p>
          <Trans>No active devices.</Trans>
        </p>
      ) : (
        <Table label={t`Devices`} rows={rows} columns={deviceColumns} />
      )}
    </PageSection>
  );
}

function RemoveDevice({ device }: { device: Device }) {
  const { id, licenseId, label, fingerprint } = device;
  const name = label || fingerprint;
  const removal = useRemoveDevice(licenseId);
  return (
    <>
      <Button kind="plain" busy={removal.isPending} onClick={() => removal.mutate(id)}>
        <Trans>
          Remove <VisuallyHidden>{name}</VisuallyHidden>
        </Trans>
      </Button>
      {removal.error && <ErrorNotice error={removal.error} />}
    </>
  );
}

function LastSeen({ at }: { at: number }) {
  const formats = useFormats();
  const [now] = useState(() => Date.now());
  return <>{formats.relativeTime(at, now)}</>;
}
