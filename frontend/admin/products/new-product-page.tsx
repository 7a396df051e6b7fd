import { useState } from "react";
import { useLocation } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { FormFrame, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read } from "../../http/client.ts";
import { proposeSlug } from "../frame/propose-slug.ts";

const nothing = { name: "", slug: "", tagline: "" };

/** `/admin/products/new`: a name is enough to begin with; price and benefits follow on the next page. */
export default function NewProductPage() {
  const [, navigate] = useLocation();
  const [isOwnSlug, setIsOwnSlug] = useState(false);
  const form = useForm({
    saved: nothing,
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
      up={{ href: consolePaths.products, name: "Products" }}
      about="It is a draft until you publish it. Prices and what it gives come next."
    >
      <FormFrame form={form} save="Create draft">
        <TextField
          label="Name"
          required
          maxLength={120}
          value={values.name}
          error={form.errorOf("name")}
          onChange={(event) => {
            const name = event.target.value;
            form.set({ name, ...(!isOwnSlug && { slug: proposeSlug(name) }) });
          }}
        />
        <TextField
          label="Address"
          required
          hint={`Its page will be ${location.origin}/p/${values.slug || "…"}`}
          value={values.slug}
          error={form.errorOf("slug")}
          onChange={(event) => {
            setIsOwnSlug(event.target.value !== "");
            form.set({ slug: event.target.value });
          }}
        />
        <TextField
          label="One line about it"
          maxLength={200}
          hint="Stands under the name, here and on Stripe's payment page. You can add it later."
          value={values.tagline}
          error={form.errorOf("tagline")}
          onChange={(event) => form.set({ tagline: event.target.value })}
        />
      </FormFrame>
    </ConsolePage>
  );
}
