import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient, useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { getTimeZone } from "../../http/keep-time-zone.ts";
import { listTimeZones } from "../../i18n/time-zones.ts";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { SelectField, TextField, LabeledField } from "../../ui/field/fields.tsx";
import { LanguagesForm } from "./languages-form.tsx";
import { AppearanceForm } from "./appearance-form.tsx";
import {
  saveShopDetails,
  settingTranslationsQuery,
  shopCardQuery,
  shopSettingsQuery,
  applySavedShop,
  type SettingTranslations,
  type Shop,
  type ShopShareCard,
  applySettingTranslations,
  removeLogo,
  uploadLogo,
} from "./queries.ts";
import { StorefrontForm } from "./storefront-form.tsx";
import { FormTranslations } from "../translations/form-translations.tsx";
import { refetch } from "../frame/queries.ts";
import { SectionLayout } from "../frame/section-layout.tsx";
import { SharePreview } from "../share-pictures/share-preview.tsx";
import { useDrawPictures, useDrawStalePictures } from "../share-pictures/use-draw-pictures.ts";
import { ApiError } from "../../http/errors.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./shop-settings-page.module.css";
import shapes from "../frame/shapes.module.css";

/** `/admin/settings`: the shop's name and appearance. */
export default function ShopSettingsPage() {
  const { t } = useLingui();
  const card = useQuery(shopCardQuery);
  const translations = useQuery(settingTranslationsQuery);
  return (
    <SectionLayout section="settings" description={t`Your shop’s name and appearance.`}>
      <QueryBoundary query={useQuery(shopSettingsQuery)}>
        {(shop) => (
          <>
            <PageSection
              title={t`Name`}
              description={t`Shown in the storefront, the browser tab and every email.`}
            >
              <QueryBoundary query={translations} lines={4}>
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
            <PageSection
              id="time-zone"
              title={t`Time zone`}
              description={t`When the days and months of the overview begin and end.`}
            >
              <TimeZoneForm shop={shop} />
            </PageSection>
            <StorefrontForm />
            <LanguagesForm />
            <PageSection
              id="shared-links"
              title={t`Shared links`}
              description={t`How a link to your shop looks in messages and on social networks.`}
            >
              <QueryBoundary query={card}>
                {(share) => <ShopSharePreview share={share} />}
              </QueryBoundary>
            </PageSection>
          </>
        )}
      </QueryBoundary>
    </SectionLayout>
  );
}

const toValues = (
  { name, line, supportEmail, version }: Shop,
  { shop: translations }: SettingTranslations,
) => ({ name, line, supportEmail: supportEmail ?? "", translations, version });

function ShopDetailsForm({
  shop,
  translations,
}: {
  shop: Shop;
  translations: SettingTranslations;
}) {
  const { t } = useLingui();
  const form = useForm({
    savedValues: toValues(shop, translations),
    refetch: async () =>
      // The translations are saved with the details: they are read after their version.
      toValues(await refetch(shopSettingsQuery), await refetch(settingTranslationsQuery)),
    save: async ({ supportEmail, ...rest }) => ({
      saved: await saveShopDetails({ ...rest, supportEmail: supportEmail.trim() || null }),
      shop: rest.translations,
    }),
    onSaved: ({ saved, shop }, client) => {
      applySettingTranslations(client, { shop });
      void applySavedShop(client, saved);
    },
  });
  const { values } = form;
  return (
    <FormFrame form={form} submitLabel={t`Save name`}>
      <TextField
        label={t`Name`}
        {...form.field("name")}
        maxLength={120}
        autoComplete="organization"
      />
      <TextField
        label={t`Short description`}
        hint={t`One sentence that says what you sell. Shown in large text on your storefront.`}
        {...form.field("line")}
        maxLength={200}
      />
      <TextField
        label={t`Support email`}
        hint={t`Linked in the footer of every page. Leave blank to show no link.`}
        inputMode="email"
        {...form.field("supportEmail")}
        autoComplete="off"
      />
      <FormTranslations
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

/** Chooses in which time zone days are counted. The browser's is proposed until one is saved. */
function TimeZoneForm({ shop }: { shop: Shop }) {
  const { t, i18n } = useLingui();
  const browserZone = getTimeZone();
  const toZone = ({ timeZone, version }: Shop) => ({ timeZone: timeZone ?? browserZone, version });
  const form = useForm({
    savedValues: toZone(shop),
    refetch: async () => toZone(await refetch(shopSettingsQuery)),
    save: saveShopDetails,
    onSaved: (saved, client) => {
      void applySavedShop(client, saved);
      void client.invalidateQueries({ queryKey: ["admin", "overview"] });
    },
  });
  const { timeZone } = form.values;
  const options = useMemo(
    () => listTimeZones(i18n.locale, "UTC", timeZone, browserZone),
    [i18n.locale, timeZone, browserZone],
  );
  const isChosen = shop.timeZone !== null;
  return (
    <FormFrame form={form} submitLabel={t`Save time zone`} isNew={!isChosen}>
      <SelectField
        label={t`Time zone`}
        hint={
          isChosen
            ? t`After a change, all figures are counted again, which takes a few minutes, in a large shop hours.`
            : t`The time zone of your browser is not saved yet. Until then, days are in UTC.`
        }
        options={options}
        {...form.field("timeZone")}
      />
    </FormFrame>
  );
}

/**
 * Shows a link to the shop, and keeps the stored picture up to date. The pictures of products have the shop's name and
 * color too, so they follow.
 */
function ShopSharePreview({ share }: { share: ShopShareCard }) {
  const client = useQueryClient();
  const { locale, card, source, stale } = share;
  const drawing = useDrawPictures({
    url: "/api/admin/settings/share-picture",
    stale,
    onSaved: (saved) => client.setQueryData(shopCardQuery.queryKey, saved as ShopShareCard),
    onOutdated: () => void client.invalidateQueries({ queryKey: shopCardQuery.queryKey }),
  });
  return (
    <>
      <SharePreview
        card={card}
        locale={locale}
        title={card.name}
        description={card.line}
        drawing={drawing}
      />
      <StalePictures key={source} />
    </>
  );
}

/** Draws the pictures of products that are out of date. */
function StalePictures() {
  useDrawStalePictures();
  return null;
}

/** Shows, replaces or removes the logo. A chosen file is saved immediately. */
function LogoForm({ shop }: { shop: Shop }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const onSuccess = (saved: Shop) => applySavedShop(client, saved);
  const upload = useMutation({ mutationFn: uploadLogo, onSuccess });
  const remove = useMutation({ mutationFn: removeLogo, onSuccess });
  const fileError =
    upload.error instanceof ApiError
      ? upload.error.code === "too_large"
        ? t`Must be 1 MB or smaller.`
        : upload.error.fields[0]?.message
      : undefined;
  const error = fileError ? remove.error : (upload.error ?? remove.error);
  return (
    <div className={styles.logo}>
      {shop.logo && (
        <img src={`/api/shop/logo/${shop.logo}`} alt={t`Your logo`} className={styles.picture} />
      )}
      <div className={styles.field}>
        <LabeledField
          label={shop.logo ? t`Replace logo` : t`Upload logo`}
          hint={t`PNG, JPEG or WebP, up to 1 MB. Shown 32 pixels high, so use at least 64 pixels.`}
          error={fileError}
        >
          {(props) => (
            <input
              {...props}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              className={styles.file}
              disabled={upload.isPending}
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) upload.mutate(file, { onSettled: () => (target.value = "") });
              }}
            />
          )}
        </LabeledField>
      </div>
      {error && <ErrorNotice error={error} />}
      <output className={shapes.soft}>{upload.isPending ? t`Uploading…` : ""}</output>
      {shop.logo && (
        <div>
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>
            {t`Remove logo`}
          </Button>
        </div>
      )}
    </div>
  );
}
