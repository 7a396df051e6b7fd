import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { deliverableBenefitsQuery, getBenefitLabel } from "../products/deliverable-benefits.tsx";
import {
  fetchLicenses,
  licensesKey,
  stockQuery,
  useHandOutKeys,
  type ListedLicense,
} from "./queries.ts";
import styles from "./licenses-page.module.css";
import {
  describeStock,
  describeLicensee,
  getLicenseStateLabel,
  stateOptions,
} from "./console-license-copy.ts";

const columns: Column<ListedLicense>[] = [
  { name: "Key", cell: ({ key }) => <code>{key}</code> },
  {
    name: "State",
    cell: ({ state }) => <span className={styles.state}>{getLicenseStateLabel(state)}</span>,
  },
  { name: "Holder", cell: (license) => describeLicensee(license) },
  { name: "For", cell: ({ benefitName }) => benefitName },
  { name: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    name: "Expires",
    cell: ({ expiresAt }) => (expiresAt === null ? "Never" : <Time at={expiresAt} />),
  },
];

/** `/admin/licenses`: all license keys. */
export default function LicensesPage() {
  const [params] = useSearchParams();
  const benefitId = params.get("benefitId");
  const user = useUser();
  const isAdmin = Boolean(user && hasRole(user.role, "admin"));
  const benefitsQuery = useQuery(deliverableBenefitsQuery("license_key"));
  const benefitOptions = [
    { value: "", label: "Any" },
    ...(benefitsQuery.data ?? []).map((benefit) => ({
      value: benefit.id,
      label: getBenefitLabel(benefit),
    })),
  ];
  return (
    <ConsolePage
      title="Licenses"
      description="Keys that buyers hold, and keys that wait for a buyer."
      actions={isAdmin && <ButtonLink href={consolePaths.importLicenses}>Import keys</ButtonLink>}
    >
      {benefitId && <StockNotice key={benefitId} benefitId={benefitId} isAdmin={isAdmin} />}
      <List
        label="Licenses"
        queryKey={licensesKey}
        fetchPage={fetchLicenses}
        columns={columns}
        rowHref={({ id }) => consolePaths.license(id)}
        search="A whole key, or an email"
        filters={[
          { name: "benefitId", label: "For", options: benefitOptions },
          { name: "state", label: "State", options: stateOptions },
        ]}
        csvHref="/api/admin/licenses/csv"
        empty={
          <EmptyState title="No license keys yet.">
            <p>
              Give a product a benefit of the type “license key”: each buyer gets a key of their
              own. Keys from elsewhere can be imported.
            </p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}

/** The number of keys in stock and of buyers waiting, for benefits that hand out imported keys. */
function StockNotice({ benefitId, isAdmin }: { benefitId: string; isAdmin: boolean }) {
  const stock = useQuery(stockQuery(benefitId)).data;
  const handOut = useHandOutKeys(benefitId);
  if (!stock) return null;
  const { isFromStock, inStock, waitingForKeys } = stock;
  if (!isFromStock && inStock === 0 && waitingForKeys === 0) return null;
  return (
    <>
      <Notice tone="info" title={describeStock(stock)}>
        {waitingForKeys > 0 && inStock === 0 && (
          <p>Import more to be handed out: those who wait longest get theirs first.</p>
        )}
        {waitingForKeys > 0 && inStock > 0 && isAdmin && (
          <p>
            <Button busy={handOut.isPending} onClick={() => handOut.mutate()}>
              {handOut.isPending ? "Handing out…" : "Hand out what there is"}
            </Button>
          </p>
        )}
      </Notice>
      {handOut.error && <ErrorNotice error={handOut.error} />}
    </>
  );
}
