import { useLingui } from "@lingui/react/macro";
import { Loading } from "../../shell/query-boundary.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { AccountLayout } from "./account-layout.tsx";
import { SectionsSkeleton } from "./section.tsx";

/** The account page without its content, as the Worker draws it. */
export function AccountFrame() {
  const { t } = useLingui();
  return (
    <AccountLayout title={t`Account`}>
      <Loading>
        <AccountSkeleton />
      </Loading>
    </AccountLayout>
  );
}

export function AccountSkeleton() {
  const { t } = useLingui();
  return (
    <SectionsSkeleton titles={[t`Profile`, t`Sign-in methods`, t`Sessions`]}>
      <Skeleton width="22rem" height="2.75rem" />
      <SkeletonLines lines={2} />
    </SectionsSkeleton>
  );
}

/** The billing page without its content, as the Worker draws it. */
export function BillingFrame() {
  const { t } = useLingui();
  return (
    <AccountLayout title={t`Billing`}>
      <Loading>
        <BillingSkeleton />
      </Loading>
    </AccountLayout>
  );
}

export function BillingSkeleton() {
  const { t } = useLingui();
  return <SectionsSkeleton titles={[t`Subscriptions`, t`Orders`]} />;
}
