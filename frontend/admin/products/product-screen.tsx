import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { UnsavedChangesGuard } from "../form/unsaved-changes-guard.tsx";
import { useFocusFirstInvalidField } from "../form/form-errors.tsx";
import { useSaveShortcut } from "../form/use-save-shortcut.ts";
import { AddOnFields, PartFields } from "./add-on-fields.tsx";
import { BenefitRows } from "./benefit-rows.tsx";
import { MoreFields } from "./more-fields.tsx";
import { PriceRows } from "./price-rows.tsx";
import styles from "./product-screen.module.css";
import { ProductTranslations } from "./product-translations.tsx";
import { PublishDialog, SaveBar } from "./save-bar.tsx";
import { usePublication } from "./publications.ts";
import type { ProductPart, ProductForm } from "./use-product-form.ts";
import { useUploads } from "../files/uploads.ts";
import { catalogKey, type EditableProduct, useProductChange } from "./editor-queries.ts";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import { proposeSlug } from "../../../worker/shared/propose-slug.ts";
import { TextField } from "../../ui/field/fields.tsx";
import { ImageField } from "./image-field.tsx";
import { MediaFields } from "./media-fields.tsx";
import shapes from "../frame/shapes.module.css";
import { useFormats } from "../../i18n/use-formats.ts";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/**
 * Everything about a product on one screen: details, prices, and benefits with their files, pages and keys. One save
 * bar saves all of it.
 * @param props.product null for a new product
 */
export function ProductScreen({ product, form }: ProductPart) {
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
      <PartFields product={product} form={form} />
      <AddOnFields product={product} form={form} />
      {product && <ProductTranslations product={product} form={form} />}
      <MoreFields product={product} form={form} />
      <SaveBar product={product} form={form} container={element} />
      {product && publication?.step === "asking" && <PublishDialog product={product} />}
      <UnsavedChangesGuard when={form.isDirty} isSaving={form.isSaving} />
    </form>
  );
}

/** Loads a product again when one of its files is uploaded: its download then has something to deliver. */
function useRefetchAfterUploads(product: EditableProduct | null): void {
  const client = useQueryClient();
  const fileIds = product?.benefits.flatMap(({ files }) => files.map(({ id }) => id)) ?? [];
  const doneCount = useUploads().filter(
    ({ fileId, state }) => state === "done" && fileIds.includes(fileId),
  ).length;
  useEffect(() => {
    if (doneCount > 0) void client.invalidateQueries({ queryKey: catalogKey });
  }, [client, doneCount]);
}

/** A product's name, texts and picture. The URL of a new product follows its name until it is typed. */
function DetailFields({ form }: { form: ProductForm }) {
  const { t } = useLingui();
  const { values, savedValues, setValues, getFieldError } = form;
  const isNew = savedValues.slug === "";
  const url = `${location.origin}/p/${values.slug || "…"}`;
  return (
    <div className={shapes.fields}>
      <TextField
        label={t`Name`}
        required
        maxLength={120}
        hint={isNew ? t`Product page: ${url}` : undefined}
        value={values.name}
        error={getFieldError("name")}
        onChange={(event) => {
          const name = event.target.value;
          const followsName = isNew && values.slug === proposeSlug(values.name);
          setValues({ name, ...(followsName && { slug: proposeSlug(name) }) });
        }}
      />
      <TextField
        label={t`Short description`}
        maxLength={200}
        hint={t`Shown under the name and on Stripe’s payment page.`}
        {...form.field("tagline")}
      />
      <MarkdownEditor
        label={t`Description`}
        value={values.description}
        error={getFieldError("description")}
        onChange={(description) => setValues({ description })}
      />
      <ImageField
        slug={values.slug}
        value={values.image}
        error={getFieldError("image")}
        onChange={(image, size) =>
          setValues({
            image,
            media: { ...values.media, cover: size && { url: image, alt: "", ...size } },
          })
        }
      />
      <MediaFields
        media={values.media}
        image={values.image}
        getError={(path) => getFieldError(`media.${path}`)}
        onChange={(media) => setValues({ media })}
      />
    </div>
  );
}

/** What the user should know before editing: restored changes, and changes that Stripe does not have. */
function ProductNotices({ product, form }: ProductPart) {
  const formats = useFormats();
  const { t } = useLingui();
  const forgottenFiles = form.values.benefits.flatMap(({ key, fileNames }) =>
    fileNames.filter((name) => !form.files[key]?.some((file) => file.name === name)),
  );
  const editedAt = form.restoredAt === null ? "" : formats.dateTime(form.restoredAt);
  const fileNames = formats.list(forgottenFiles);
  return (
    <>
      {form.restoredAt !== null && (
        <Notice tone="info" title={t`Your unsaved changes were restored.`}>
          <p>
            {t`They were last edited in this browser on ${editedAt}.`}{" "}
            {forgottenFiles.length > 0 &&
              t`Selected files aren’t kept. Choose these files again: ${fileNames}`}
          </p>
        </Notice>
      )}
      {product?.pendingSyncSince != null && (
        <PendingSyncNotice id={product.id} since={product.pendingSyncSince} />
      )}
    </>
  );
}

function PendingSyncNotice({ id, since }: { id: string; since: number }) {
  const formats = useFormats();
  const { t } = useLingui();
  const savedAt = formats.dateTime(since);
  const sync = useProductChange(() =>
    read(api.admin.products[":id"].push.$post({ param: { id } })),
  );
  return (
    <Notice
      tone="info"
      title={t`Your latest changes aren’t synced to Stripe yet.`}
      text={t`Saved here on ${savedAt}. Gatehouse retries the sync every five minutes.`}
    >
      <div>
        <Button busy={sync.isPending} onClick={() => sync.mutate(undefined)}>
          {sync.isPending ? t`Syncing…` : t`Sync now`}
        </Button>
      </div>
      {sync.isError && <ErrorNotice error={sync.error} />}
    </Notice>
  );
}
