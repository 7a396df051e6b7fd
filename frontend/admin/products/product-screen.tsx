import { useLingui } from "@lingui/react/macro";
import { PageSection } from "../frame/console-page.tsx";
import { UnsavedChangesGuard } from "../frame/unsaved-changes-guard.tsx";
import { useFocusFirstInvalidField } from "../frame/use-focus-first-invalid-field.ts";
import { useSaveShortcut } from "../frame/use-save-shortcut.ts";
import { BenefitRows } from "./benefit-rows.tsx";
import { DetailFields } from "./detail-fields.tsx";
import type { EditableProduct } from "./editor-queries.ts";
import { MoreFields } from "./more-fields.tsx";
import { PriceRows } from "./price-rows.tsx";
import { ProductNotices } from "./product-notices.tsx";
import styles from "./product-screen.module.css";
import { ProductTranslations } from "./product-translations.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { usePublication } from "./publications.ts";
import { SaveBar } from "./save-bar.tsx";
import { useRefetchAfterUploads } from "./use-refetch-after-uploads.ts";
import type { ProductForm } from "./use-product-form.ts";

/**
 * Everything about a product on one screen: details, prices, and benefits with their files, pages and keys. One save bar
 * saves all of it.
 * @param props.product null for a new product
 */
export function ProductScreen({
  product,
  form,
}: {
  product: EditableProduct | null;
  form: ProductForm;
}) {
  const { t } = useLingui();
  const element = useFocusFirstInvalidField<HTMLFormElement>(form.validationError);
  const publication = usePublication(product?.id);
  useRefetchAfterUploads(product);
  useSaveShortcut(() => {
    if (form.isDirty && !form.isSaving) form.submit("save");
  });
  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit("save");
      }}
    >
      <ProductNotices product={product} form={form} />
      <PageSection title={t`Details`}>
        <DetailFields form={form} />
      </PageSection>
      <PageSection
        title={t`Prices`}
        description={t`What customers can choose from. Enter 0 for a free product.`}
      >
        <PriceRows product={product} form={form} />
      </PageSection>
      <PageSection
        title={t`Benefits`}
        description={t`What customers get. Changes reach existing customers within minutes.`}
      >
        <BenefitRows product={product} form={form} />
      </PageSection>
      {product && <ProductTranslations product={product} form={form} />}
      <MoreFields product={product} form={form} />
      <SaveBar product={product} form={form} container={element} />
      {product && publication?.step === "asking" && <PublishDialog product={product} />}
      <UnsavedChangesGuard when={form.isDirty} isSaving={form.isSaving} />
    </form>
  );
}
