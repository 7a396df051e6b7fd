import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { TextArea, TextField } from "../../ui/field/fields.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { refetch } from "../frame/queries.ts";
import { SectionLayout } from "../frame/section-layout.tsx";
import {
  developerSettingsQuery,
  saveDeveloperSettings,
  type DeveloperSettings,
} from "./queries.ts";

/** `/admin/developers/settings`: rules for what other programs may ask. */
export default function DeveloperSettingsPage() {
  const { t } = useLingui();
  return (
    <SectionLayout
      section="developers"
      description={t`Settings for programs that use this shop’s API.`}
    >
      <QueryBoundary query={useQuery(developerSettingsQuery)}>
        {(settings) => <SettingsForm settings={settings} />}
      </QueryBoundary>
    </SectionLayout>
  );
}

function SettingsForm({ settings }: { settings: DeveloperSettings }) {
  const { t } = useLingui();
  const form = useForm({
    freshSignIn: "developers",
    savedValues: toValues(settings),
    refetch: async () => toValues(await refetch(developerSettingsQuery)),
    save: (values) => saveDeveloperSettings(toSettings(values)),
    onSaved: (saved, client) => void client.setQueryData(developerSettingsQuery.queryKey, saved),
  });
  const { values, setValues, getFieldError } = form;
  return (
    <FormFrame form={form} submitLabel={t`Save settings`}>
      <PageSection
        title={t`Your sites`}
        description={t`Sites of your own. Customers may go there after they pay, and a purchase that opens in a window from there tells the site when it is paid. Only these sites can show your products, and nobody else can use your checkout to redirect customers.`}
      >
        <TextArea
          name="allowedSuccessOrigins"
          label={t`Allowed origins`}
          hint={t`One per line, such as https://app.example.com. Leave blank to keep customers in this shop.`}
          value={values.allowedSuccessOrigins}
          spellCheck={false}
          onChange={(event) => setValues({ allowedSuccessOrigins: event.target.value })}
          error={getOriginsError(values.allowedSuccessOrigins, getFieldError)}
        />
      </PageSection>
      <PageSection
        title={t`Event feed`}
        description={t`How long programs can read past events. A program that is offline for longer must fetch the current state of each customer again.`}
      >
        <TextField
          label={t`Retention (days)`}
          inputMode="numeric"
          {...form.field("feedRetentionDays")}
        />
      </PageSection>
    </FormFrame>
  );
}

const toOrigins = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const toValues = (settings: DeveloperSettings) => ({
  allowedSuccessOrigins: settings.allowedSuccessOrigins.join("\n"),
  feedRetentionDays: String(settings.feedRetentionDays),
  version: settings.version,
});

function toSettings({ version, ...values }: ReturnType<typeof toValues>): DeveloperSettings {
  const days = values.feedRetentionDays.trim();
  return {
    version,
    allowedSuccessOrigins: toOrigins(values.allowedSuccessOrigins),
    feedRetentionDays: days === "" ? Number.NaN : Number(days),
  };
}

/** Returns the error of the list or of its first wrong line, with the line. */
function getOriginsError(
  text: string,
  getFieldError: (path: string) => string | undefined,
): string | undefined {
  const ofLine = toOrigins(text)
    .map((origin, index) => [origin, getFieldError(`allowedSuccessOrigins.${index}`)] as const)
    .find(([, error]) => error !== undefined);
  return ofLine ? `${ofLine[0]}: ${ofLine[1]}` : getFieldError("allowedSuccessOrigins");
}
