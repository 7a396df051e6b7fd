import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { LanguagesForm } from "./languages-form.tsx";
import { LogoForm } from "./logo-form.tsx";
import { AppearanceForm } from "./appearance-form.tsx";
import {
  saveShopDetails,
  settingTranslationsQuery,
  shopCardQuery,
  shopSettingsQuery,
  applySavedShop,
  type SettingTranslations,
  type Shop,
} from "./queries.ts";
import { applySettingTranslations, SettingTranslationFields } from "./setting-translations.tsx";
import { SettingsLayout } from "./settings-layout.tsx";
import { ShopSharePreview } from "./shop-share-preview.tsx";

/** `/admin/settings`: the shop's name and appearance. */
export default function ShopSettingsPage() {
  const { t } = useLingui();
  const card = useQuery(shopCardQuery);
  const translations = useQuery(settingTranslationsQuery);
  return (
    <SettingsLayout description={t`Your shop’s name and appearance.`}>
      <QueryBoundary query={useQuery(shopSettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(shop) => (
          <>
            <PageSection
              title={t`Name`}
              description={t`Shown in the storefront, the browser tab and every email.`}
            >
              <QueryBoundary query={translations} skeleton={<SkeletonLines lines={4} />}>
                {(translations) => <ShopDetailsForm shop={shop} translations={translations} />}
              </QueryBoundary>
            </PageSection>
            <PageSection title={t`Logo`} description={t`Shown next to the name on every page.`}>
              <LogoForm shop={shop} />
            </PageSection>
            <PageSection
              title={t`Color`}
              description={t`The color of links and buttons. It must be readable as text in light and dark mode.`}
            >
              <AppearanceForm shop={shop} />
            </PageSection>
            <LanguagesForm />
            <PageSection
              id="shared-links"
              title={t`Shared links`}
              description={t`How a link to your shop looks in messages and on social networks.`}
            >
              <QueryBoundary query={card} skeleton={<SkeletonLines lines={6} />}>
                {(share) => <ShopSharePreview share={share} />}
              </QueryBoundary>
            </PageSection>
          </>
        )}
      </QueryBoundary>
    </SettingsLayout>
  );
}

function ShopDetailsForm({
  shop: { name, line, supportEmail },
  translations,
}: {
  shop: Shop;
  translations: SettingTranslations;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    savedValues: {
      name,
      line,
      supportEmail: supportEmail ?? "",
      translations: translations.shop,
    },
    save: async ({ supportEmail, ...rest }) => ({
      saved: await saveShopDetails({ ...rest, supportEmail: supportEmail.trim() || null }),
      shop: rest.translations,
    }),
    onSaved: ({ saved, shop }) => {
      applySettingTranslations(client, { shop });
      void applySavedShop(client, saved);
    },
  });
  const { values, setValues, getFieldError } = form;
  return (
    <FormFrame form={form} submitLabel={t`Save name`}>
      <TextField
        label={t`Name`}
        value={values.name}
        onChange={(event) => setValues({ name: event.target.value })}
        error={getFieldError("name")}
        maxLength={120}
        autoComplete="organization"
      />
      <TextField
        label={t`Short description`}
        hint={t`One sentence that says what you sell. Shown in large text on your storefront.`}
        value={values.line}
        onChange={(event) => setValues({ line: event.target.value })}
        error={getFieldError("line")}
        maxLength={200}
      />
      <TextField
        label={t`Support email`}
        hint={t`Linked in the footer of every page. Leave blank to show no link.`}
        inputMode="email"
        value={values.supportEmail}
        onChange={(event) => setValues({ supportEmail: event.target.value })}
        error={getFieldError("supportEmail")}
        autoComplete="off"
      />
      <SettingTranslationFields
        languages={translations.languages}
        texts={[
          {
            path: "line",
            label: t`Short description`,
            kind: "line",
            original: values.line,
            maxLength: 200,
          },
        ]}
        form={form}
      />
    </FormFrame>
  );
}
