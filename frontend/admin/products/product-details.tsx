import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FieldRow, FormFrame, TextArea, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read } from "../../http/client.ts";
import { isRefusal } from "../../http/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Prose } from "../../ui/prose.tsx";
import { ImageField } from "./image-field.tsx";
import { editedQuery, useTakeAnswer, type EditedProduct } from "./editor-queries.ts";
import styles from "./editor.module.css";
import { useQueryClient } from "@tanstack/react-query";

/** What a product says of itself. It is saved from the state that was seen, or refused. */
export function ProductDetails({ product }: { product: EditedProduct }) {
  const { id, slug, name, tagline, description } = product;
  const client = useQueryClient();
  const take = useTakeAnswer();
  // What is typed belongs to the state that was there when the typing began.
  const [typedFrom, setTypedFrom] = useState<number | null>(null);
  // The conflict after which the rest was loaded.
  const [mended, setMended] = useState<Error | null>(null);
  const form = useForm({
    saved: {
      slug,
      name,
      tagline,
      description,
      image: product.image ?? "",
      exclusiveGroup: product.exclusiveGroup ?? "",
    },
    save: ({ image, exclusiveGroup, ...values }) =>
      read(
        api.admin.products[":id"].$put({
          param: { id },
          json: {
            ...values,
            image: image.trim() || null,
            exclusiveGroup: exclusiveGroup.trim() || null,
            updatedAt: typedFrom ?? product.updatedAt,
          },
        }),
      ),
    onSaved: (saved) => {
      setTypedFrom(null);
      take(saved);
    },
  });
  const set: typeof form.set = (changes) => {
    if (!form.isDirty) setTypedFrom(product.updatedAt);
    form.set(changes);
  };
  const { values } = form;
  const takeCurrent = async () => {
    const now = await client.fetchQuery({ ...editedQuery(id), staleTime: 0 });
    setTypedFrom(now.updatedAt);
    setMended(form.error);
  };
  const isConflict = isRefusal(form.error, "edit_conflict");
  const isMended = isConflict && mended === form.error;
  return (
    <FormFrame form={isMended ? { ...form, error: null } : form}>
      <FieldRow>
        <TextField
          label="Name"
          required
          maxLength={120}
          value={values.name}
          error={form.errorOf("name")}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Address"
          required
          hint={`${location.origin}/p/${values.slug}`}
          value={values.slug}
          error={form.errorOf("slug")}
          onChange={(event) => set({ slug: event.target.value })}
        />
      </FieldRow>
      <TextField
        label="One line about it"
        maxLength={200}
        value={values.tagline}
        error={form.errorOf("tagline")}
        onChange={(event) => set({ tagline: event.target.value })}
      />
      <TextArea
        label="Description"
        rows={8}
        hint="Markdown: **bold**, lists, headings with ##, links as [words](https://…)."
        value={values.description}
        error={form.errorOf("description")}
        onChange={(event) => set({ description: event.target.value })}
      />
      <Preview markdown={values.description} />
      <ImageField
        slug={values.slug}
        value={values.image}
        error={form.errorOf("image")}
        onChange={(image) => set({ image })}
      />
      <TextField
        label="Only one at a time"
        hint="Products that share a word here exclude each other: a person holds one of them, and can switch between them. Leave it empty otherwise."
        value={values.exclusiveGroup}
        error={form.errorOf("exclusiveGroup")}
        onChange={(event) => set({ exclusiveGroup: event.target.value })}
      />
      {isConflict && !isMended && (
        <div>
          <p>
            What you typed is still here. Load the rest as it is now, look it over, and save again.
          </p>
          <Button onClick={() => void takeCurrent()}>Load what is there now</Button>
        </div>
      )}
      {isMended && (
        <Notice tone="info" title="The rest is as it is now.">
          <p>Look it over, and save again.</p>
        </Notice>
      )}
    </FormFrame>
  );
}

/** The description as buyers will read it, rendered by the same server. */
function Preview({ markdown }: { markdown: string }) {
  const preview = useMutation({
    mutationFn: () => read(api.admin.products.preview.$post({ json: { markdown } })),
  });
  const [of, setOf] = useState<string | null>(null);
  const isShown = of !== null && preview.data !== undefined;
  return (
    <div className={styles.preview}>
      <div className={styles.previewBar}>
        <Button
          busy={preview.isPending}
          onClick={() => {
            setOf(markdown);
            preview.mutate();
          }}
        >
          {isShown ? "Show it again" : "Show it as buyers read it"}
        </Button>
        {isShown && (
          <Button kind="plain" onClick={() => setOf(null)}>
            Hide
          </Button>
        )}
        {isShown && of !== markdown && (
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
