import { useState } from "react";
import { useLocation } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read } from "../../http/client.ts";
import { proposeSlug } from "../frame/propose-slug.ts";
import { TextField } from "../../ui/field/text-field.tsx";

const emptyProduct = { name: "", slug: "", tagline: "" };

/** `/admin/products/new`: creates a product with a name; prices and benefits follow on the next page. */
export default function NewProductPage() {
  const [, navigate] = useLocation();
  const [isCustomSlug, setIsCustomSlug] = useState(false);
  const form = useForm({
    savedValues: emptyProduct,
    save: (values) =>
      read(
        api.admin.products.$post({
          json: { ...values, description: "", prices: [], benefits: [] },
        }),
      ),
    onSaved: ({ id }) => navigate(consolePaths.product(id)),
  });
  const { values } = form;
  return (
    <ConsolePage
      title="New product"
      parent={{ href: consolePaths.products, name: "Products" }}
      description="It is a draft until you publish it. Prices and what it gives come next."
    >
      <FormFrame form={form} submitLabel="Create draft">
        <TextField
          label="Name"
          required
          maxLength={120}
          value={values.name}
          error={form.getFieldError("name")}
          onChange={(event) => {
            const name = event.target.value;
            form.setValues({ name, ...(!isCustomSlug && { slug: proposeSlug(name) }) });
          }}
        />
        <TextField
          label="Address"
          required
          hint={`Its page will be ${location.origin}/p/${values.slug || "…"}`}
          value={values.slug}
          error={form.getFieldError("slug")}
          onChange={(event) => {
            setIsCustomSlug(event.target.value !== "");
            form.setValues({ slug: event.target.value });
          }}
        />
        <TextField
          label="One line about it"
          maxLength={200}
          hint="Stands under the name, here and on Stripe's payment page. You can add it later."
          value={values.tagline}
          error={form.getFieldError("tagline")}
          onChange={(event) => form.setValues({ tagline: event.target.value })}
        />
      </FormFrame>
    </ConsolePage>
  );
}
