import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useFormats } from "../../i18n/use-formats.ts";
import { FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";
import { isDrawable } from "../share-pictures/draw-card.ts";
import { SharePreview } from "../share-pictures/share-preview.tsx";
import { productPictureUrl, useDrawPictures } from "../share-pictures/use-draw-pictures.ts";
import { Disclosure } from "./disclosure.tsx";
import { applyProduct, editableProductQuery, type EditableProduct } from "./editor-queries.ts";
import styles from "./product-screen.module.css";
import shapes from "../frame/shapes.module.css";
import type { ProductValues } from "./product-values.ts";
import { taxCodes } from "./tax-codes.ts";
import type { ProductPart } from "./use-product-form.ts";

/** What few products need: another URL, a plan group, and how shared links look. Opens by itself at an error. */
export function MoreFields({ product, form }: ProductPart) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { values, savedValues, getFieldError } = form;
  const errors = [getFieldError("slug"), getFieldError("planGroup"), getFieldError("taxCode")];
  // A product that Stripe has was for sale, so there may be links to it.
  const isRenamed = product?.stripeProductId && values.slug !== savedValues.slug;
  const formerSlugs = product?.formerSlugs ?? [];
  const formerUrls = formats.list(formerSlugs.map((former) => `/p/${former}`));
  const url = `${location.origin}/p/${values.slug || "…"}`;
  return (
    <Disclosure
      className={styles.more}
      summary={
        product ? t`URL, plan group, tax code, and link preview` : t`URL, plan group, and tax code`
      }
      hasError={errors.some((error) => error !== undefined)}
    >
      <div className={shapes.fields}>
        <FieldRow>
          <TextField
            label={t`URL`}
            required
            hint={
              isRenamed
                ? t`${url}. Links to /p/${{ formerSlug: savedValues.slug }} will redirect here.`
                : url
            }
            {...form.field("slug")}
          />
          <TextField
            label={t`Plan group`}
            hint={t`Customers can have only one product in a plan group, and can switch between them. Leave blank if this product isn’t part of a group.`}
            {...form.field("planGroup")}
          />
        </FieldRow>
        <SelectField
          label={t`Tax code`}
          hint={t`What kind of product it is, for the tax that Stripe calculates. Required if Link sells for you.`}
          options={[
            { value: "", label: t`Not set here` },
            ...Object.entries(taxCodes).map(([value, label]) => ({ value, label: i18n._(label) })),
            ...(!values.taxCode || values.taxCode in taxCodes
              ? []
              : [{ value: values.taxCode, label: values.taxCode }]),
          ]}
          {...form.field("taxCode")}
        />
        {formerSlugs.length > 0 && (
          <p className={shapes.soft}>
            <Plural
              value={{ count: formerSlugs.length }}
              one={<Trans>Links to the former URL redirect here: {formerUrls}</Trans>}
              other={<Trans>Links to the former URLs redirect here: {formerUrls}</Trans>}
            />
          </p>
        )}
        {product && <ProductSharePreview product={product} values={values} />}
      </div>
    </Disclosure>
  );
}

/** Shows a link to the product with what was typed so far, and keeps the stored picture up to date. */
function ProductSharePreview({
  product,
  values,
}: {
  product: EditableProduct;
  values: ProductValues;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { id, share, staleShares } = product;
  const drawing = useDrawPictures({
    url: productPictureUrl(id),
    stale: staleShares,
    onSaved: (saved) => applyProduct(client, saved as EditableProduct),
    onOutdated: () =>
      void client.invalidateQueries({ queryKey: editableProductQuery(id).queryKey }),
  });
  const image = values.image.trim() || null;
  return (
    <SharePreview
      card={{ ...share.card, name: values.name, slug: values.slug, image }}
      locale={share.locale}
      title={values.name}
      description={values.tagline || t`The beginning of the description`}
      drawing={drawing}
    >
      {image && !isDrawable(image) && (
        <p className={shapes.soft}>
          <Trans>
            Pictures from other sites can’t be used in link previews. Upload the picture instead.
          </Trans>
        </p>
      )}
    </SharePreview>
  );
}
