import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read } from "../../http/client.ts";
import { isApiError } from "../../http/errors.ts";
import { Button } from "../../ui/button.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Prose } from "../../ui/prose.tsx";
import { isDrawable } from "../share-pictures/draw-card.ts";
import { SharePreview } from "../share-pictures/share-preview.tsx";
import { productPictureUrl } from "../share-pictures/upload-picture.ts";
import { useDrawPicture } from "../share-pictures/use-draw-picture.ts";
import { ImageField } from "./image-field.tsx";
import { editableProductQuery, useApplyResponse, type EditableProduct } from "./editor-queries.ts";
import styles from "./editor.module.css";
import { useQueryClient } from "@tanstack/react-query";

/** Edits a product's name, texts and picture. Saving fails if the product was changed since editing started. */
export function ProductDetails({ product }: { product: EditableProduct }) {
  const { id, slug, name, tagline, description, formerSlugs } = product;
  const client = useQueryClient();
  const applyResponse = useApplyResponse();
  // The version of the product when editing started.
  const [baseUpdatedAt, setBaseUpdatedAt] = useState<number | null>(null);
  // The last conflict that the user resolved by loading the current version.
  const [resolvedConflict, setResolvedConflict] = useState<Error | null>(null);
  const form = useForm({
    savedValues: {
      slug,
      name,
      tagline,
      description,
      image: product.image ?? "",
      planGroup: product.planGroup ?? "",
    },
    save: ({ image, planGroup, ...values }) =>
      read(
        api.admin.products[":id"].$put({
          param: { id },
          json: {
            ...values,
            image: image.trim() || null,
            planGroup: planGroup.trim() || null,
            updatedAt: baseUpdatedAt ?? product.updatedAt,
          },
        }),
      ),
    onSaved: (saved) => {
      setBaseUpdatedAt(null);
      applyResponse(saved);
    },
  });
  const setValues: typeof form.setValues = (changes) => {
    if (!form.isDirty) setBaseUpdatedAt(product.updatedAt);
    form.setValues(changes);
  };
  const { values } = form;
  const loadCurrentVersion = async () => {
    const currentProduct = await client.fetchQuery({ ...editableProductQuery(id), staleTime: 0 });
    setBaseUpdatedAt(currentProduct.updatedAt);
    setResolvedConflict(form.error);
  };
  // A product that Stripe has was for sale, so there may be links to it.
  const isRenamed = values.slug !== slug && product.stripeProductId !== null;
  const isConflict = isApiError(form.error, "edit_conflict");
  const isResolved = isConflict && resolvedConflict === form.error;
  return (
    <FormFrame form={isResolved ? { ...form, error: null } : form}>
      <FieldRow>
        <TextField
          label="Name"
          required
          maxLength={120}
          value={values.name}
          error={form.getFieldError("name")}
          onChange={(event) => setValues({ name: event.target.value })}
        />
        <TextField
          label="Address"
          required
          hint={
            isRenamed
              ? `${location.origin}/p/${values.slug}. Links to /p/${slug} will lead here.`
              : `${location.origin}/p/${values.slug}`
          }
          value={values.slug}
          error={form.getFieldError("slug")}
          onChange={(event) => setValues({ slug: event.target.value })}
        />
      </FieldRow>
      {formerSlugs.length > 0 && (
        <p className={styles.soft}>
          Links to {formerSlugs.length === 1 ? "its former address" : "its former addresses"} lead
          here: {formerSlugs.map((former) => `/p/${former}`).join(", ")}
        </p>
      )}
      <TextField
        label="One line about it"
        maxLength={200}
        value={values.tagline}
        error={form.getFieldError("tagline")}
        onChange={(event) => setValues({ tagline: event.target.value })}
      />
      <TextArea
        label="Description"
        rows={8}
        hint="Markdown: **bold**, lists, headings with ##, links as [words](https://…)."
        value={values.description}
        error={form.getFieldError("description")}
        onChange={(event) => setValues({ description: event.target.value })}
      />
      <Preview markdown={values.description} />
      <ImageField
        slug={values.slug}
        value={values.image}
        error={form.getFieldError("image")}
        onChange={(image) => setValues({ image })}
      />
      <ProductSharePreview product={product} values={values} />
      <TextField
        label="Only one at a time"
        hint="Products that share a word here exclude each other: a person holds one of them, and can switch between them. Leave it empty otherwise."
        value={values.planGroup}
        error={form.getFieldError("planGroup")}
        onChange={(event) => setValues({ planGroup: event.target.value })}
      />
      {isConflict && !isResolved && (
        <div>
          <p>
            What you typed is still here. Load the rest as it is now, look it over, and save again.
          </p>
          <Button onClick={() => void loadCurrentVersion()}>Load what is there now</Button>
        </div>
      )}
      {isResolved && (
        <Notice tone="info" title="The rest is as it is now.">
          <p>Look it over, and save again.</p>
        </Notice>
      )}
    </FormFrame>
  );
}

/** Shows a link to the product with what was typed so far, and keeps the stored picture up to date. */
function ProductSharePreview({
  product,
  values,
}: {
  product: EditableProduct;
  values: { name: string; slug: string; tagline: string; image: string };
}) {
  const client = useQueryClient();
  const applyResponse = useApplyResponse();
  const { id, share, sharePicture } = product;
  const drawing = useDrawPicture({
    url: productPictureUrl(id),
    share,
    current: sharePicture?.source,
    onSaved: (saved) => applyResponse(saved as EditableProduct),
    onOutdated: () =>
      void client.invalidateQueries({ queryKey: editableProductQuery(id).queryKey }),
  });
  const image = values.image.trim() || null;
  return (
    <SharePreview
      card={{ ...share.card, name: values.name, slug: values.slug, image }}
      title={values.name}
      description={values.tagline || "The first sentences of the description"}
      drawing={drawing}
    >
      {image && !isDrawable(image) && (
        <p className={styles.soft}>
          A picture from another site cannot be drawn here. Upload it to have it on shared links.
        </p>
      )}
    </SharePreview>
  );
}

/** Previews the description, rendered by the server as buyers see it. */
function Preview({ markdown }: { markdown: string }) {
  const preview = useMutation({
    mutationFn: () => read(api.admin.products.preview.$post({ json: { markdown } })),
  });
  const [previewedMarkdown, setPreviewedMarkdown] = useState<string | null>(null);
  const isShown = previewedMarkdown !== null && preview.data !== undefined;
  return (
    <div className={styles.preview}>
      <div className={styles.previewBar}>
        <Button
          busy={preview.isPending}
          onClick={() => {
            setPreviewedMarkdown(markdown);
            preview.mutate();
          }}
        >
          {isShown ? "Show it again" : "Show it as buyers read it"}
        </Button>
        {isShown && (
          <Button kind="plain" onClick={() => setPreviewedMarkdown(null)}>
            Hide
          </Button>
        )}
        {isShown && previewedMarkdown !== markdown && (
          <span className={styles.soft}>You have typed since then.</span>
        )}
      </div>
      {preview.isError && <p role="alert">The preview did not come. Try again.</p>}
      {isShown && (
        <section aria-label="Preview of the description" className={styles.prose}>
          <Prose html={preview.data.html} />
        </section>
      )}
    </div>
  );
}
