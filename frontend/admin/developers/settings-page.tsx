import { useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { DevelopersLayout } from "./developers-layout.tsx";
import {
  developerSettingsQuery,
  saveDeveloperSettings,
  type DeveloperSettings,
} from "./queries.ts";

/** `/admin/developers/settings`: rules for what other programs may ask. */
export default function DeveloperSettingsPage() {
  return (
    <DevelopersLayout description="Rules for what other programs may do with this shop.">
      <QueryBoundary
        query={useQuery(developerSettingsQuery)}
        skeleton={<SkeletonLines lines={6} />}
      >
        {(settings) => <SettingsForm settings={settings} />}
      </QueryBoundary>
    </DevelopersLayout>
  );
}

function SettingsForm({ settings }: { settings: DeveloperSettings }) {
  const client = useQueryClient();
  const form = useForm({
    savedValues: {
      allowedSuccessOrigins: settings.allowedSuccessOrigins.join("\n"),
      feedRetentionDays: String(settings.feedRetentionDays),
    },
    save: (values) => saveDeveloperSettings(toSettings(values)),
    onSaved: (saved) => void client.setQueryData(developerSettingsQuery.queryKey, saved),
  });
  const { values, setValues, getFieldError } = form;
  return (
    <FormFrame form={form} submitLabel="Save settings">
      <PageSection
        title="Checkout links"
        description="A program may name where a buyer goes after paying. Only these sites are allowed, so that nobody can misuse your checkout to lead buyers elsewhere."
      >
        <TextArea
          label="Allowed origins"
          hint="One per line, such as https://app.example.com. If empty, buyers stay in this shop."
          value={values.allowedSuccessOrigins}
          spellCheck={false}
          onChange={(event) => setValues({ allowedSuccessOrigins: event.target.value })}
          error={getOriginsError(values.allowedSuccessOrigins, getFieldError)}
        />
      </PageSection>
      <PageSection
        title="Event feed"
        description="How far back a program can read events. After a longer outage, it must fetch the state of each customer again."
      >
        <TextField
          label="Retention (days)"
          inputMode="numeric"
          value={values.feedRetentionDays}
          onChange={(event) => setValues({ feedRetentionDays: event.target.value })}
          error={getFieldError("feedRetentionDays")}
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

function toSettings(values: { allowedSuccessOrigins: string; feedRetentionDays: string }) {
  const days = values.feedRetentionDays.trim();
  return {
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
