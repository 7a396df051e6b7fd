import { useLingui } from "@lingui/react/macro";
import { MAX_ADD_ONS, MAX_PARTS } from "../../../worker/shared/add-ons.ts";
import { useQuery } from "../../http/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field/fields.tsx";
import { PageSection } from "../frame/console-page.tsx";
import shapes from "../frame/shapes.module.css";
import { soldProductsQuery } from "../orders/queries.ts";
import styles from "./add-on-fields.module.css";
import type { ProductForm, ProductPart } from "./use-product-form.ts";

/** The products that a bundle includes. */
export function PartFields({ product, form }: ProductPart) {
  const { t } = useLingui();
  return (
    <PageSection
      title={t`Included products`}
      description={t`Makes this product a bundle: customers also get everything that these products include.`}
    >
      <ProductChoice
        productId={product?.id}
        form={form}
        name="parts"
        max={MAX_PARTS}
        label={t`Include a product`}
      />
    </PageSection>
  );
}

/** The products that are offered beside a product. */
export function AddOnFields({ product, form }: ProductPart) {
  const { t } = useLingui();
  return (
    <PageSection
      title={t`Add-ons`}
      description={t`Other products that customers can add on this product’s page and pay together with it. Their cheapest one-time price in the same currency counts.`}
    >
      <ProductChoice
        productId={product?.id}
        form={form}
        name="addOns"
        max={MAX_ADD_ONS}
        label={t`Offer a product`}
      />
    </PageSection>
  );
}

/** A list of other products, in an order. */
function ProductChoice({
  productId,
  form,
  name,
  max,
  label,
}: {
  productId: string | undefined;
  form: ProductForm;
  name: "addOns" | "parts";
  max: number;
  label: string;
}) {
  const { t } = useLingui();
  const products = useQuery(soldProductsQuery).data ?? [];
  const chosen = form.values[name];
  const nameOf = (id: string) => products.find((each) => each.id === id)?.name ?? id;
  const others = products.filter(({ id }) => id !== productId && !chosen.includes(id));
  const change = (ids: string[]) => form.setValues({ [name]: ids });
  return (
    <div className={shapes.fields}>
      {chosen.length > 0 && (
        <ul className={styles.list}>
          {chosen.map((id) => {
            const name = nameOf(id);
            return (
              <li key={id}>
                <span>{name}</span>
                <Button
                  kind="plain"
                  aria-label={t`Remove ${name}`}
                  onClick={() => change(chosen.filter((each) => each !== id))}
                >
                  {t`Remove`}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {chosen.length < max && others.length > 0 && (
        <SelectField
          label={label}
          options={[
            { value: "", label: t`Choose a product` },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value=""
          error={form.getFieldError(name)}
          onChange={(event) => {
            if (event.target.value) change([...chosen, event.target.value]);
          }}
        />
      )}
      {chosen.length === 0 && others.length === 0 && (
        <p className={shapes.soft}>{t`There are no other products yet.`}</p>
      )}
    </div>
  );
}
