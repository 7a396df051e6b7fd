import { useLingui } from "@lingui/react/macro";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import { proposeSlug } from "../../../worker/lib/propose-slug.ts";
import { TextField } from "../../ui/field/text-field.tsx";
import { ImageField } from "./image-field.tsx";
import styles from "./product-screen.module.css";
import type { ProductForm } from "./use-product-form.ts";

/** A product's name, texts and picture. The URL of a new product follows its name until it is typed. */
export function DetailFields({ form }: { form: ProductForm }) {
  const { t } = useLingui();
  const { values, savedValues, setValues, getFieldError } = form;
  const isNew = savedValues.slug === "";
  const url = `${location.origin}/p/${values.slug || "…"}`;
  return (
    <div className={styles.fields}>
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
        value={values.tagline}
        error={getFieldError("tagline")}
        onChange={(event) => setValues({ tagline: event.target.value })}
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
        onChange={(image) => setValues({ image })}
      />
    </div>
  );
}
