import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { ConsolePage, Facts, Part } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatAgo, formatMoment } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { licenseQuery, useDeviceRemoval, useSuspension, type SellersLicense } from "./queries.ts";
import { explainState, limitOf, nameHolder, nameState } from "./console-license-copy.ts";

/** `/admin/licenses/:id`: one key. */
export default function LicensePage() {
  const { id = "" } = useParams();
  return (
    <Loaded query={useQuery(licenseQuery(id))} skeleton={<SkeletonLines lines={6} />} level="page">
      {(license) => <Details license={license} />}
    </Loaded>
  );
}

function Details({ license }: { license: SellersLicense }) {
  const { id, key, state, owner, licensee, uses, usesLimit, expiresAt, createdAt } = license;
  const limit = limitOf(license);
  const devices = license.activations.length;
  return (
    <ConsolePage
      title={key}
      up={{ href: consolePaths.licenses, name: "Licenses" }}
      about={explainState(license)}
      actions={
        <>
          <CopyButton text={key} label="Copy the key" />
          <Suspension license={license} />
        </>
      }
    >
      <Facts
        facts={[
          ["State", nameState(state)],
          [
            "Holder",
            owner ? (
              <Link key="holder" href={consolePaths.customer(owner.id)}>
                {nameHolder(license)}
              </Link>
            ) : (
              nameHolder(license)
            ),
          ],
          ["Issued to", owner && licensee],
          ["Why", <Why key="why" license={license} />],
          [
            "For",
            <Link key="for" href={consolePaths.licensesOf({ benefitId: license.benefitId })}>
              {license.benefitName}
            </Link>,
          ],
          ["Devices", limit === null ? devices : `${devices} of ${limit}`],
          ["Uses", usesLimit === null ? uses : `${uses} of ${usesLimit}`],
          ["Expires", expiresAt === null ? "Never" : <Time key="expires" at={expiresAt} />],
          ["Made", formatMoment(createdAt)],
          ["Origin", license.origin === "imported" ? "Imported" : "Made here"],
          ["Id", <code key="id">{id}</code>],
        ]}
      />
      <Devices license={license} />
    </ConsolePage>
  );
}

/** What the key was issued for. */
function Why({ license: { why, origin, state } }: { license: SellersLicense }) {
  if (!why)
    return state === "in_stock"
      ? "Imported to be handed out"
      : origin === "imported"
        ? "Imported, in use"
        : "–";
  const of = why.product?.name ?? "a product";
  const { sourceType, sourceId } = why;
  if (sourceType === "order") return <Link href={consolePaths.order(sourceId)}>Order of {of}</Link>;
  if (sourceType === "subscription")
    return <Link href={consolePaths.subscription(sourceId)}>Subscription to {of}</Link>;
  return <>{of}, given by the shop</>;
}

function Suspension({ license }: { license: SellersLicense }) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useSuspension(license.id, () => setIsAsking(false));
  if (license.disabledAt !== null)
    return (
      <>
        <Button busy={change.isPending} onClick={() => change.mutate(false)}>
          {change.isPending ? "Enabling…" : "Enable"}
        </Button>
        {change.error && <ErrorNotice error={change.error} />}
      </>
    );
  // A dead key needs no stopping.
  if (license.rotatedAt !== null) return null;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Disable</Button>
      {isAsking && (
        <ConfirmDialog
          title="Disable this key?"
          confirm="Disable"
          keep="Keep it working"
          kind="danger"
          busy={change.isPending}
          busyLabel="Disabling…"
          error={change.error}
          onConfirm={() => change.mutate(true)}
          onClose={() => setIsAsking(false)}
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

type Device = SellersLicense["activations"][number] & { licenseId: string };

const deviceColumns: Column<Device>[] = [
  { name: "Name", cell: ({ label, fingerprint }) => label || fingerprint },
  { name: "Fingerprint", cell: ({ fingerprint }) => <code>{fingerprint}</code> },
  { name: "Activated", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Last seen", cell: ({ lastSeenAt }) => <Seen at={lastSeenAt} /> },
  { name: "Remove", cell: (device) => <RemoveDevice device={device} /> },
];

function Devices({ license }: { license: SellersLicense }) {
  const rows = license.activations.map((device) => ({ ...device, licenseId: license.id }));
  return (
    <Part
      title="Devices"
      about="Where it is activated. One that is removed can be activated again."
    >
      {rows.length === 0 ? (
        <p>It is activated nowhere.</p>
      ) : (
        <Table label="Devices" rows={rows} columns={deviceColumns} />
      )}
    </Part>
  );
}

function RemoveDevice({ device }: { device: Device }) {
  const { id, licenseId, label, fingerprint } = device;
  const removal = useDeviceRemoval(licenseId);
  return (
    <>
      <Button kind="plain" busy={removal.isPending} onClick={() => removal.mutate(id)}>
        Remove <VisuallyHidden>{label || fingerprint}</VisuallyHidden>
      </Button>
      {removal.error && <ErrorNotice error={removal.error} />}
    </>
  );
}

function Seen({ at }: { at: number }) {
  const [now] = useState(() => Date.now());
  return <>{formatAgo(at, now)}</>;
}
