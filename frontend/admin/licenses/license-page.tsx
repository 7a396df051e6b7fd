import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatRelativeTime, formatDateTime } from "../../ui/format-time.ts";
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
  const { id, key, state, user, licensee, uses, usesLimit, expiresAt, createdAt } = license;
  const limit = getDeviceLimit(license);
  const devices = license.activations.length;
  return (
    <ConsolePage
      title={key}
      parent={{ href: consolePaths.licenses, name: "Licenses" }}
      description={explainLicenseState(license)}
      actions={
        <>
          <CopyButton text={key} label="Copy the key" />
          <DisableButton license={license} />
        </>
      }
    >
      <DescriptionList
        items={[
          ["State", getLicenseStateLabel(state)],
          [
            "Holder",
            user ? (
              <Link key="holder" href={consolePaths.customer(user.id)}>
                {describeLicensee(license)}
              </Link>
            ) : (
              describeLicensee(license)
            ),
          ],
          ["Issued to", user && licensee],
          ["Why", <LicenseSource key="why" license={license} />],
          [
            "For",
            <Link key="for" href={consolePaths.filteredLicenses({ benefitId: license.benefitId })}>
              {license.benefitName}
            </Link>,
          ],
          ["Devices", limit === null ? devices : `${devices} of ${limit}`],
          ["Uses", usesLimit === null ? uses : `${uses} of ${usesLimit}`],
          ["Expires", expiresAt === null ? "Never" : <Time key="expires" at={expiresAt} />],
          ["Made", formatDateTime(createdAt)],
          ["Origin", license.origin === "imported" ? "Imported" : "Made here"],
          ["Id", <code key="id">{id}</code>],
        ]}
      />
      <Devices license={license} />
    </ConsolePage>
  );
}

/** The purchase, gift or import that the key comes from. */
function LicenseSource({ license: { why, origin, state } }: { license: AdminLicense }) {
  if (!why)
    return state === "in_stock"
      ? "Imported to be handed out"
      : origin === "imported"
        ? "Imported, in use"
        : "–";
  const productName = why.product?.name ?? "a product";
  const { sourceType, sourceId } = why;
  if (sourceType === "order")
    return <Link href={consolePaths.order(sourceId)}>Order of {productName}</Link>;
  if (sourceType === "subscription")
    return <Link href={consolePaths.subscription(sourceId)}>Subscription to {productName}</Link>;
  return <>{productName}, given by the shop</>;
}

function DisableButton({ license }: { license: AdminLicense }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const change = useSetLicenseDisabled(license.id, () => setIsConfirming(false));
  if (license.disabledAt !== null)
    return (
      <>
        <Button busy={change.isPending} onClick={() => change.mutate(false)}>
          {change.isPending ? "Enabling…" : "Enable"}
        </Button>
        {change.error && <ErrorNotice error={change.error} />}
      </>
    );
  // A replaced key no longer works, so it cannot be disabled.
  if (license.rotatedAt !== null) return null;
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>Disable</Button>
      {isConfirming && (
        <ConfirmDialog
          title="Disable this key?"
          confirmLabel="Disable"
          cancelLabel="Keep it working"
          kind="danger"
          busy={change.isPending}
          busyLabel="Disabling…"
          error={change.error}
          onConfirm={() => change.mutate(true)}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            Applications that ask are told so at once, on all of its devices. Nothing else that its
            holder has is touched, and you can enable it again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

type Device = AdminLicense["activations"][number] & { licenseId: string };

const deviceColumns: Column<Device>[] = [
  { name: "Name", cell: ({ label, fingerprint }) => label || fingerprint },
  { name: "Fingerprint", cell: ({ fingerprint }) => <code>{fingerprint}</code> },
  { name: "Activated", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Last seen", cell: ({ lastSeenAt }) => <LastSeen at={lastSeenAt} /> },
  { name: "Remove", cell: (device) => <RemoveDevice device={device} /> },
];

function Devices({ license }: { license: AdminLicense }) {
  const rows = license.activations.map((device) => ({ ...device, licenseId: license.id }));
  return (
    <PageSection
      title="Devices"
      description="Where it is activated. One that is removed can be activated again."
    >
      {rows.length === 0 ? (
        <p>It is activated nowhere.</p>
      ) : (
        <Table label="Devices" rows={rows} columns={deviceColumns} />
      )}
    </PageSection>
  );
}

function RemoveDevice({ device }: { device: Device }) {
  const { id, licenseId, label, fingerprint } = device;
  const removal = useRemoveDevice(licenseId);
  return (
    <>
      <Button kind="plain" busy={removal.isPending} onClick={() => removal.mutate(id)}>
        Remove <VisuallyHidden>{label || fingerprint}</VisuallyHidden>
      </Button>
      {removal.error && <ErrorNotice error={removal.error} />}
    </>
  );
}

function LastSeen({ at }: { at: number }) {
  const [now] = useState(() => Date.now());
  return <>{formatRelativeTime(at, now)}</>;
}
