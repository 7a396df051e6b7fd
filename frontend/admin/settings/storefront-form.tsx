import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Locale } from "../../../worker/shared/locales.ts";
import { shopQuery, type Product } from "../../http/shop.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field/fields.tsx";
import { SortableList } from "../../ui/sortable/sortable-list.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { refetch } from "../frame/queries.ts";
import { RowAction } from "../frame/row-action.tsx";
import shapes from "../frame/shapes.module.css";
import { listTargetLanguages } from "../translations/translation-values.ts";
import { saveStorefront, storefrontSettingsQuery, type StorefrontSettings } from "./queries.ts";
import styles from "./shop-settings-page.module.css";

type Section = StorefrontSettings["sections"][number];

/** The sections of the storefront: their names, and their products in order. */
export function StorefrontForm() {
  const { t } = useLingui();
  const shop = useQuery(shopQuery);
  return (
    <PageSection
      id="storefront"
      title={t`Storefront`}
      description={t`Group your products under headings. Products without a section come after them, in the order of the product list.`}
    >
      <QueryBoundary query={useQuery(storefrontSettingsQuery)} lines={3}>
        {(settings) => (
          <QueryBoundary query={shop} lines={3}>
            {({ products, shop: { languages } }) => (
              <Fields
                settings={settings}
                products={products}
                locales={listTargetLanguages(languages)}
              />
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({
  settings,
  products,
  locales,
}: {
  settings: StorefrontSettings;
  products: Product[];
  locales: Locale[];
}) {
  const { t } = useLingui();
  const form = useForm({
    savedValues: settings,
    refetch: () => refetch(storefrontSettingsQuery),
    save: saveStorefront,
    onSaved: (saved, client) => {
      client.setQueryData(storefrontSettingsQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: shopQuery.queryKey });
    },
  });
  const { sections } = form.values;
  const setSections = (next: Section[]) => form.setValues({ sections: next });
  const change = (id: string, changes: Partial<Section>) =>
    setSections(sections.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  const placed = new Set(sections.flatMap(({ productIds }) => productIds));
  return (
    <FormFrame form={form} submitLabel={t`Save storefront`}>
      {sections.length > 0 && (
        <SortableList
          label={t`Sections`}
          className={shapes.fields}
          items={sections}
          getName={({ name }) => name || t`New section`}
          onMove={async ({ items }) => setSections(items)}
        >
          {(section, handle) => (
            <SectionFields
              section={section}
              products={products}
              free={products.filter(({ id }) => !placed.has(id))}
              locales={locales}
              handle={handle}
              getError={(path) =>
                form.getFieldError(`sections.${sections.indexOf(section)}.${path}`)
              }
              onChange={(changes) => change(section.id, changes)}
              onRemove={() => setSections(sections.filter(({ id }) => id !== section.id))}
            />
          )}
        </SortableList>
      )}
      <div>
        <Button
          onClick={() =>
            setSections([
              ...sections,
              { id: crypto.randomUUID(), name: "", names: {}, productIds: [] },
            ])
          }
        >
          {t`Add section`}
        </Button>
      </div>
    </FormFrame>
  );
}

function SectionFields({
  section,
  products,
  free,
  locales,
  handle,
  getError,
  onChange,
  onRemove,
}: {
  section: Section;
  products: Product[];
  /** The products that are in no section. */
  free: Product[];
  locales: Locale[];
  handle: ReactNode;
  getError: (path: string) => string | undefined;
  onChange: (changes: Partial<Section>) => void;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  const { name, names, productIds } = section;
  // Products that are not for sale now keep their place.
  const shown = productIds.flatMap((id) => products.find((product) => product.id === id) ?? []);
  const title = name || t`New section`;
  return (
    <fieldset className={styles.section}>
      <legend className={styles.sectionHead}>
        {handle} <span>{title}</span>
        <RowAction label={t`Remove`} about={title} onClick={onRemove} />
      </legend>
      <TextField
        label={t`Name of the section`}
        required
        maxLength={80}
        value={name}
        error={getError("name")}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {locales.length > 0 && (
        <details>
          <summary>{t`Name in other languages`}</summary>
          <div className={shapes.fields}>
            {locales.map((locale) => (
              <TextField
                key={locale}
                label={formats.language(locale)}
                lang={locale}
                maxLength={80}
                value={names[locale] ?? ""}
                error={getError(`names.${locale}`)}
                onChange={({ target }) => {
                  const { [locale]: _before, ...others } = names;
                  const text = target.value;
                  onChange({ names: text === "" ? others : { ...others, [locale]: text } });
                }}
              />
            ))}
          </div>
        </details>
      )}
      {shown.length > 0 && (
        <SortableList
          label={t`Products of ${title}`}
          className={shapes.items}
          items={shown}
          getName={({ name }) => name}
          onMove={async ({ items }) => {
            const moved = items.map(({ id }) => id);
            onChange({ productIds: [...moved, ...productIds.filter((id) => !moved.includes(id))] });
          }}
        >
          {(product, productHandle) => (
            <div className={styles.sectionProduct}>
              {productHandle}
              <span>{product.name}</span>
              <RowAction
                label={t`Remove`}
                about={product.name}
                onClick={() =>
                  onChange({ productIds: productIds.filter((id) => id !== product.id) })
                }
              />
            </div>
          )}
        </SortableList>
      )}
      {free.length > 0 && (
        <SelectField
          label={t`Add a product`}
          value=""
          onChange={({ target }) => onChange({ productIds: [...productIds, target.value] })}
          options={[
            { value: "", label: t`Choose a product` },
            ...free.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
      )}
    </fieldset>
  );
}
