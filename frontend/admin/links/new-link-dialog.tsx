import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, FieldRow, SelectField, TextArea, TextField } from "../../ui/field/fields.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { giftableProductsQuery } from "../customers/queries.ts";
import { useForm } from "../form/form.tsx";
import shapes from "../frame/shapes.module.css";
import { soldProductsQuery } from "../orders/queries.ts";
import { Disclosure } from "../products/disclosure.tsx";
import { editableProductQuery, type EditablePrice } from "../products/editor-queries.ts";
import { FormDialog } from "../form/form-dialog.tsx";
import { emptyLink, toNewLink } from "./link-values.ts";
import { OptionFields } from "./option-fields.tsx";
import { linksKey, type Link } from "../link-parts/queries.ts";
import { createLink } from "./queries.ts";

type Props = {
  /** What is chosen at first. */
  chosen: { productId?: string; priceId?: string; promotionCodeId?: string };
  onCreated: (link: Link) => void;
  onClose: () => void;
};

/** Makes a permanent link. */
export function NewLinkDialog(props: Props) {
  const { t } = useLingui();
  const { onClose } = props;
  const query = useQuery(giftableProductsQuery);
  const products = query.data?.products;
  if (products && products.length > 0) return <NewLinkForm {...props} products={products} />;
  return (
    <Dialog
      title={t`New permanent link`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <QueryBoundary query={query} skeleton={<SkeletonLines lines={4} />}>
        {() => <p>{t`No product is for sale. Publish a product first.`}</p>}
      </QueryBoundary>
    </Dialog>
  );
}

function NewLinkForm({
  chosen,
  products,
  onCreated,
  onClose,
}: Props & { products: { id: string; name: string }[] }) {
  const { t, i18n } = useLingui();
  const isForSale = products.some(({ id }) => id === chosen.productId);
  const productId = (isForSale && chosen.productId) || products[0]!.id;
  const form = useForm({
    savedValues: {
      ...emptyLink,
      productId,
      priceId: (isForSale && chosen.priceId) || "",
      promotionCodeId: chosen.promotionCodeId ?? "",
    },
    save: (values) => {
      const price = findPrice(prices, values.priceId);
      return createLink(
        toNewLink({
          ...values,
          priceId: price?.id ?? "",
          quantity: price?.model === "per_seat" ? values.quantity : "1",
        }),
      );
    },
    savedToast: t`Link created`,
    onSaved: (created, client) => {
      void client.invalidateQueries({ queryKey: linksKey });
      onCreated(created);
    },
  });
  const { values, setValues, getFieldError } = form;
  const product = useQuery(editableProductQuery(values.productId));
  const prices = (product.data?.prices ?? []).filter(
    ({ active, stripePriceId }) => active && stripePriceId !== null,
  );
  const price = findPrice(prices, values.priceId);
  const addOnIds = product.data?.addOns ?? [];
  const sold = useQuery(soldProductsQuery).data ?? [];
  return (
    <FormDialog
      title={t`New permanent link`}
      submitLabel={t`Create link`}
      form={form}
      onClose={onClose}
    >
      <FieldRow>
        <SelectField
          label={t`Product`}
          name="productId"
          value={values.productId}
          options={products.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) =>
            setValues({ productId: target.value, priceId: "", addOnIds: [] })
          }
        />
        <SelectField
          label={t`Price`}
          name="priceId"
          value={price?.id ?? ""}
          aria-busy={product.isPending}
          error={
            getFieldError("priceId") ??
            (product.data && prices.length === 0
              ? t`This product has no price for sale.`
              : undefined)
          }
          options={prices.map((each) => ({ value: each.id, label: describeRate(i18n, each) }))}
          onChange={({ target }) => setValues({ priceId: target.value })}
        />
      </FieldRow>
      {price?.model === "per_seat" && (
        <TextField
          label={t`Seats`}
          hint={t`Customers can change them.`}
          inputMode="numeric"
          {...form.field("quantity")}
        />
      )}
      {addOnIds.length > 0 && (
        <fieldset className={shapes.fields}>
          <legend>{t`Sold together with it`}</legend>
          {addOnIds.map((id, index) => (
            <CheckField
              key={id}
              label={sold.find((each) => each.id === id)?.name ?? id}
              error={index === 0 ? getFieldError("addedPriceIds") : undefined}
              checked={values.addOnIds.includes(id)}
              onChange={({ target }) =>
                setValues({
                  addOnIds: [
                    ...values.addOnIds.filter((each) => each !== id),
                    ...(target.checked ? [id] : []),
                  ],
                })
              }
            />
          ))}
        </fieldset>
      )}
      <OptionFields form={form} />
      <Disclosure
        className={shapes.disclosure}
        summary={t`Metadata`}
        hasError={getFieldError("metadata") !== undefined}
      >
        <TextArea
          label={t`Metadata`}
          hint={t`One entry per line, such as partner=acme. The API and your webhooks get it with each purchase.`}
          spellCheck={false}
          {...form.field("metadata")}
        />
      </Disclosure>
      <p className={shapes.soft}>
        {t`The price, the seats and the metadata can’t be changed later. Make another link instead.`}
      </p>
    </FormDialog>
  );
}

/** The chosen price, or else the first one. */
const findPrice = (prices: EditablePrice[], id: string): EditablePrice | undefined =>
  prices.find((each) => each.id === id) ?? prices[0];
