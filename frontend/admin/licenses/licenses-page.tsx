import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { Badge, toStatusOptions } from "../frame/label.tsx";
import { describeStock, describeLicensee } from "./console-license-copy.ts";
import { licenseStates } from "../customers/license-states.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import { type Column, ListDay } from "../list/table.tsx";
import { api, send } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { toViews } from "../list/list-views.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { deliverableBenefitsQuery, getBenefitLabel } from "../benefits/deliverable-benefits.tsx";
import { licensesKey, stockQuery, useHandOutKeys, type ListedLicense } from "./queries.ts";

const columns: Column<ListedLicense>[] = [
  {
    name: msg`Key`,
    cell: ({ key }) => <code>{key}</code>,
    detail: ({ benefitName }) => benefitName,
  },
  {
    name: msg`Status`,
    cell: ({ state }) => <Badge {...licenseStates[state]} />,
  },
  {
    name: msg`Customer`,
    cell: (license, { i18n }) => describeLicensee(i18n, license),
    detail: ({ user, licensee }) => user && (licensee ?? (user.email && user.name)),
  },
  { name: msg`Created`, phone: "left_out", cell: ({ createdAt }) => <ListDay at={createdAt} /> },
  {
    name: msg`Expires`,
    phone: "left_out",
    cell: ({ expiresAt }, { i18n }) =>
      expiresAt === null ? i18n._(msg`Never`) : <ListDay at={expiresAt} />,
  },
];

const views = toViews("state", {
  granted: msg`Valid`,
  in_stock: msg`In stock`,
  disabled: msg`Disabled`,
});

const { suspension } = api.admin.licenses[":id"];

const actions: BulkAction<ListedLicense>[] = [
  {
    label: msg`Enable`,
    doneLabel: msg`Enabled`,
    explanation: msg`The keys work again, including on the devices where they were activated.`,
    getRefusal: ({ state }) => (state === "disabled" ? null : msg`This key isn’t disabled.`),
    run: ({ id }) => send(suspension.$delete({ param: { id } })),
  },
  {
    label: msg`Disable`,
    doneLabel: msg`Disabled`,
    explanation: msg`The keys stop working until a team member enables them. Their devices stay activated.`,
    isDangerous: true,
    getRefusal: ({ state }) => (state === "disabled" ? msg`This key is already disabled.` : null),
    run: ({ id }) => send(suspension.$post({ param: { id } })),
  },
];

/** `/admin/licenses`: all license keys. */
export default function LicensesPage() {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const benefitId = params.get("benefitId");
  const isAdmin = useIsAdmin();
  const benefitsQuery = useQuery(deliverableBenefitsQuery("license_key"));
  const benefitOptions = [
    { value: "", label: t`Any` },
    ...(benefitsQuery.data ?? []).map((benefit) => ({
      value: benefit.id,
      label: getBenefitLabel(i18n, benefit),
    })),
  ];
  return (
    <ConsolePage
      title={t`License keys`}
      description={t`Keys assigned to customers, and imported keys in stock.`}
      actions={
        isAdmin && <ButtonLink href={consolePaths.importLicenses}>{t`Import keys`}</ButtonLink>
      }
    >
      {benefitId && <StockNotice key={benefitId} benefitId={benefitId} isAdmin={isAdmin} />}
      <List
        label={t`License keys`}
        queryKey={licensesKey}
        source={api.admin.licenses}
        columns={columns}
        rowHref={({ id }) => consolePaths.license(id)}
        search={t`Exact key or email`}
        filters={[
          { name: "benefitId", label: t`Benefit`, options: benefitOptions },
          { name: "state", label: t`Status`, options: toStatusOptions(licenseStates) },
        ]}
        dates={t`Created`}
        views={{ list: "licenses", views }}
        bulk={{ getName: ({ key }) => key, actions }}
        csvHref="/api/admin/licenses/csv"
        emptyTitle={t`No license keys yet`}
        emptyText={t`Add a license key benefit to a product, and each customer gets their own key. You can also import keys.`}
      />
    </ConsolePage>
  );
}

/** The number of keys in stock and of buyers waiting, for benefits that hand out imported keys. */
function StockNotice({ benefitId, isAdmin }: { benefitId: string; isAdmin: boolean }) {
  const { t, i18n } = useLingui();
  const stock = useQuery(stockQuery(benefitId)).data;
  const handOut = useHandOutKeys(benefitId);
  if (!stock) return null;
  const { isFromStock, inStock, waitingForKeys } = stock;
  if (!isFromStock && inStock === 0 && waitingForKeys === 0) return null;
  return (
    <>
      <Notice tone="info" title={describeStock(i18n, stock)}>
        {waitingForKeys > 0 && inStock === 0 && (
          <p>{t`Import more keys. Customers who have waited longest get theirs first.`}</p>
        )}
        {waitingForKeys > 0 && inStock > 0 && isAdmin && (
          <p>
            <Button busy={handOut.isPending} onClick={() => handOut.mutate()}>
              {handOut.isPending ? t`Assigning…` : t`Assign available keys`}
            </Button>
          </p>
        )}
      </Notice>
      {handOut.error && <ErrorNotice error={handOut.error} />}
    </>
  );
}
