import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useState } from "react";
import { previewPaths } from "../frame/console-paths.ts";
import { EditConflictNotice } from "../form/edit-conflict.tsx";
import { findFieldError, InvalidFields, SubmitErrorNotice } from "../form/form-errors.tsx";
import { PreviewLink } from "../frame/new-tab-links.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type EditableProduct, applyProduct, refetchProduct } from "./editor-queries.ts";
import styles from "./product-screen.module.css";
import {
  cancelPublication,
  usePublication,
  confirmPublication,
  countUploads,
  findMissing,
  describeMissing,
} from "./publications.ts";
import type { ProductForm, SaveIntent } from "./use-product-form.ts";
import { useMutation } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import { queryClient } from "../../http/query.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import { pagesKey } from "../pages/queries.ts";

const detailFields = [
  "name",
  "slug",
  "tagline",
  "description",
  "image",
  "planGroup",
  "addOns",
  "parts",
];

/** The bar that saves and publishes. It says what went wrong, because it is where the eye is. */
export function SaveBar({
  product,
  form,
  container,
}: {
  product: EditableProduct | null;
  form: ProductForm;
  /** The form, which contains the fields. */
  container: RefObject<HTMLElement | null>;
}) {
  const { t, i18n } = useLingui();
  const publication = usePublication(product?.id);
  const isPublishing = publication?.step === "publishing";
  const isBusy = form.isSaving || isPublishing;
  const state = describeState({ product, form, step: publication?.step });
  const submit = (intent: SaveIntent) => {
    if (isBusy) return;
    if (product) cancelPublication(product.id);
    form.submit(intent);
  };
  return (
    <div className={styles.bar}>
      <Problems form={form} />
      <InvalidFields form={form} container={container} />
      {form.conflict && <EditConflictNotice conflict={form.conflict} container={container} />}
      {publication?.step === "failed" && (
        <>
          <p className={styles.problem}>
            {t`Your changes are saved, but the product isn’t published.`}
          </p>
          {findFieldError(publication.error, "taxCode") ? (
            <p className={styles.problem}>{findFieldError(publication.error, "taxCode")}</p>
          ) : (
            <SubmitErrorNotice error={publication.error} />
          )}
        </>
      )}
      <div className={styles.actions}>
        {product?.status === "published" ? (
          <Button type="submit" kind="primary" busy={form.isSaving}>
            {form.isSaving ? t`Saving…` : t`Save`}
          </Button>
        ) : (
          <>
            <Button kind="primary" busy={isBusy} onClick={() => submit("publish")}>
              {i18n._(describePublish({ isPublishing, isNew: product === null, ...form }))}
            </Button>
            <Button type="submit" busy={isBusy}>
              {product?.status === "archived" ? t`Save` : t`Save draft`}
            </Button>
          </>
        )}
        {product && product.status !== "published" && (
          <PreviewLink href={previewPaths.product(product.id)} />
        )}
        {(product || form.restoredAt !== null) && form.isDirty && !isBusy && (
          <Button kind="plain" data-quiet onClick={form.discard}>
            {t`Discard changes`}
          </Button>
        )}
        {product && publication?.step === "uploading" && (
          <Button kind="plain" data-quiet onClick={() => cancelPublication(product.id)}>
            {t`Don’t publish yet`}
          </Button>
        )}
        <output>{state && i18n._(state)}</output>
      </div>
    </div>
  );
}

function describePublish({
  isPublishing,
  isNew,
  isSaving,
  isDirty,
}: {
  isPublishing: boolean;
  isNew: boolean;
  isSaving: boolean;
  isDirty: boolean;
}): MessageDescriptor {
  if (isPublishing) return msg`Publishing…`;
  if (isSaving) return msg`Saving…`;
  return isDirty || isNew ? msg`Save and publish` : msg`Publish`;
}

function describeState({
  product,
  form,
  step,
}: {
  product: EditableProduct | null;
  form: ProductForm;
  step: string | undefined;
}): MessageDescriptor | null {
  if (step === "uploading") return msg`The product is published when its files are uploaded.`;
  if (form.isDirty) return msg`Unsaved changes`;
  return product ? msg`All changes saved` : null;
}

/** What is wrong with the product as a whole. */
function Problems({ form: { errors, error } }: { form: ProductForm }) {
  const isAtField = (path: string) =>
    detailFields.includes(path) || /^(prices|benefits|translations)(\.|$)/.test(path);
  return (
    <>
      {error && <SubmitErrorNotice error={error} />}
      {errors
        .filter(({ path }) => !isAtField(path))
        .map(({ path, message }) => (
          <Notice key={path} tone="error" title={message} />
        ))}
    </>
  );
}

/**
 * Says what buyers would miss. It can be published anyway if they get at least something; its pages that are only
 * drafts can be published with it.
 */
export function PublishDialog({ product }: { product: EditableProduct }) {
  const { t, i18n } = useLingui();
  const { id, name, completeness, benefits } = product;
  const missing = findMissing(product);
  const drafts = missing.flatMap(({ code, page }) => (code === "page_draft" && page ? [page] : []));
  const [publishesPages, setPublishesPages] = useState(true);
  const takesPages = publishesPages && drafts.length > 0;
  const publish = useMutation({
    mutationFn: async () => {
      if (takesPages) for (const page of drafts) await publishPage(page.id);
      return refetchProduct(id);
    },
    onSuccess: (current) => {
      applyProduct(queryClient, current);
      confirmPublication(i18n, current);
    },
  });
  const isDeliverable =
    completeness.isDeliverable ||
    takesPages ||
    countUploads(benefits.flatMap(({ files }) => files)) > 0;
  const isAllMissing = missing.length > (takesPages ? drafts.length : 0);
  return (
    <ConfirmDialog
      title={isDeliverable ? t`${name} is incomplete` : t`${name} can’t be published yet`}
      confirmLabel={isDeliverable ? (isAllMissing ? t`Publish anyway` : t`Publish`) : undefined}
      cancelLabel={isDeliverable ? t`Cancel` : t`Close`}
      busy={publish.isPending}
      busyLabel={t`Publishing…`}
      error={publish.error}
      onConfirm={() => publish.mutate()}
      onClose={() => cancelPublication(id)}
      text={t`Your changes are saved. These benefits have no content yet:`}
    >
      <ul className={styles.missing}>
        {missing.map((item) => (
          <li key={`${item.benefitId} ${item.page?.id ?? ""}`}>{describeMissing(i18n, item)}</li>
        ))}
      </ul>
      {drafts.length > 0 && (
        <CheckField
          label={t`${plural(
            { count: drafts.length },
            {
              one: "Also publish this page",
              other: "Also publish these pages",
            },
          )}`}
          checked={publishesPages}
          onChange={(event) => setPublishesPages(event.target.checked)}
        />
      )}
      <p>
        {isDeliverable
          ? t`Customers get everything else now, and the missing content as soon as you add it.`
          : t`Customers would pay and get nothing, so add content first. To sell it before it’s ready, add a note that says when it will be available.`}
      </p>
    </ConfirmDialog>
  );
}

async function publishPage(id: string): Promise<void> {
  await read(api.admin.pages[":id"].publication.$put({ param: { id } }));
  void queryClient.invalidateQueries({ queryKey: pagesKey });
}
