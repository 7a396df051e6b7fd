import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "../../ui/field/fields.tsx";
import { findFieldError } from "../form/form-errors.tsx";
import { Badge } from "../frame/label.tsx";
import { toViews } from "../list/list-views.tsx";
import {
  discountStates,
  describeDiscount,
  describeMinimum,
  describeRedemptions,
  discountsKey,
  type Discount,
} from "./discount-copy.ts";
import { CodeSales } from "./code-sales.tsx";
import { NetSales } from "../frame/net-sales.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths, linkPaths } from "../frame/console-paths.ts";
import shapes from "../frame/shapes.module.css";
import { List } from "../list/list.tsx";
import { type Column, ListDay } from "../list/table.tsx";
import { api, read } from "../../http/client.ts";
import { ButtonLink, Button } from "../../ui/button.tsx";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { soldProductsQuery } from "../orders/queries.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";

const getColumns = (productNames: Map<string, string>): Column<Discount>[] => [
  {
    name: msg`Code`,
    cell: ({ code }) => <code>{code}</code>,
    detail: ({ createdAt }) => (
      <Trans>
        Since <ListDay at={createdAt} />
      </Trans>
    ),
  },
  {
    name: msg`Discount`,
    cell: (discount, { i18n }) => describeDiscount(i18n, discount),
    detail: (discount, { i18n }) =>
      [describeEligibility(i18n, discount, productNames), describeMinimum(i18n, discount)]
        .filter((part) => part !== "")
        .join(" · "),
  },
  {
    name: msg`Redemptions`,
    phone: "named",
    cell: (discount, { i18n }) => describeRedemptions(i18n, discount),
  },
  {
    name: msg`Sales`,
    phone: "named",
    cell: (discount) => <CodeSales discount={discount} />,
    detail: ({ sales }) => <NetSales totals={sales.totals} />,
  },
  {
    name: msg`Status`,
    cell: ({ state }) => <Badge {...discountStates[state]} />,
    detail: ({ state, expiresAt }, { formats, i18n }) =>
      state === "active" &&
      expiresAt !== null &&
      i18n._(msg`until ${{ date: formats.shortDate(expiresAt) }}`),
  },
  {
    name: msg`Action`,
    cell: (discount) => (
      <div className={shapes.actions}>
        {discount.state === "active" && <LinkWithCode discount={discount} />}
        <EditDiscount discount={discount} />
        {discount.state === "active" && <EndDiscount discount={discount} />}
      </div>
    ),
  },
];

const endAction: BulkAction<Discount> = {
  label: msg`Deactivate`,
  doneLabel: msg`Deactivated`,
  explanation: msg`Customers can’t redeem these codes anymore. Customers who have already redeemed one keep their discount.`,
  isDangerous: true,
  getRefusal: ({ state }) => (state === "active" ? null : msg`This code is no longer active.`),
  run: ({ id }) => read(api.admin.discounts[":id"].ending.$post({ param: { id } })),
};

/** `/admin/discounts`: the discount codes for checkout. */
export default function DiscountsPage() {
  const { t } = useLingui();
  const products = useQuery(soldProductsQuery).data ?? [];
  const productNames = new Map(products.map(({ id, name }) => [id, name]));
  return (
    <ConsolePage
      title={t`Discount codes`}
      description={t`Codes that customers can enter at checkout. They are stored in Stripe.`}
      actions={
        <ButtonLink kind="primary" href={consolePaths.newDiscount}>
          {t`New discount code`}
        </ButtonLink>
      }
    >
      <List
        label={t`Discount codes`}
        queryKey={discountsKey}
        source={api.admin.discounts}
        columns={getColumns(productNames)}
        search={t`Code or name`}
        views={{
          list: "discounts",
          views: toViews("status", { active: t`Active`, ended: t`Inactive` }),
        }}
        bulk={{ getName: ({ code }) => code, actions: [endAction] }}
        emptyTitle={t`No discount codes yet`}
        emptyText={t`Customers enter a discount code at checkout to pay less.`}
      />
    </ConsolePage>
  );
}

function describeEligibility(
  i18n: I18n,
  { productIds, firstPurchaseOnly }: Discount,
  productNames: Map<string, string>,
): string {
  if (productIds.length === 0)
    return firstPurchaseOnly
      ? i18n._(msg`All products, first purchase only`)
      : i18n._(msg`All products`);
  const products = productIds
    .map((id) => productNames.get(id) ?? i18n._(msg`Deleted product`))
    .join(", ");
  return firstPurchaseOnly ? i18n._(msg`${products} (first purchase only)`) : products;
}

/** Makes a link that applies the code. */
function LinkWithCode({ discount: { id, code } }: { discount: Discount }) {
  const { t } = useLingui();
  return (
    <ButtonLink
      kind="plain"
      href={linkPaths.new({ promotionCodeId: id })}
      label={t`Link with ${code}`}
    >
      {t({ message: "Link", comment: "Makes a link that applies this discount code" })}
    </ButtonLink>
  );
}

/** Changes the name of a discount, and says why nothing else can be changed. */
function EditDiscount({ discount: { id, code, name } }: { discount: Discount }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useMutation({
    mutationFn: (json: { name: string }) =>
      read(api.admin.discounts[":id"].$put({ param: { id }, json })),
    onSuccess: (_after, _input, _result, { client }) => {
      showToast(t`Discount renamed`);
      setTyped(null);
      return client.invalidateQueries({ queryKey: discountsKey });
    },
  });
  return (
    <>
      <Button kind="plain" aria-label={t`Edit ${code}`} onClick={() => setTyped(name ?? "")}>
        {t`Edit`}
      </Button>
      {typed !== null && (
        <ConfirmDialog
          title={t`Edit ${code}`}
          confirmLabel={t`Save`}
          busyLabel={t`Saving…`}
          busy={rename.isPending}
          error={findFieldError(rename.error, "name") === undefined ? rename.error : null}
          onConfirm={() => rename.mutate({ name: typed })}
          onClose={() => {
            setTyped(null);
            rename.reset();
          }}
        >
          <TextField
            label={t`Name`}
            hint={t`Shown on receipts and invoices.`}
            maxLength={40}
            value={typed}
            error={findFieldError(rename.error, "name")}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <p>
            <Trans>
              Stripe doesn’t let anyone change the code, the discount, its products, limit, minimum,
              or expiration date. To change these, deactivate this code and create a new one.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Ends a discount after a confirmation. */
function EndDiscount({ discount: { id, code } }: { discount: Discount }) {
  const { t } = useLingui();
  const end = useMutation({
    mutationFn: () => read(api.admin.discounts[":id"].ending.$post({ param: { id } })),
    onSuccess: (_after, _input, _result, { client }) => {
      showToast(t`Discount code deactivated`);
      return client.invalidateQueries({ queryKey: discountsKey });
    },
  });
  const ending = useConfirmation(end);
  return (
    <>
      <Button kind="plain" aria-label={t`Deactivate ${code}`} onClick={() => ending.ask()}>
        {t`Deactivate`}
      </Button>
      {ending.asked && (
        <ConfirmDialog
          title={t`Deactivate ${code}?`}
          confirmLabel={t`Deactivate`}
          kind="danger"
          busyLabel={t`Deactivating…`}
          text={t`Customers can’t redeem this code anymore. Customers who have already redeemed it keep their discount. You can create a new discount with the same code later.`}
          {...ending.dialog}
        />
      )}
    </>
  );
}
