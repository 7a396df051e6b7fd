import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { saveTrials, trialSettingsQuery } from "./queries.ts";

/** The rules for free trials. */
export function TrialForm() {
  return (
    <PageSection title="Free trials">
      <p>Each customer gets one free trial, also after deleting the account and coming back.</p>
      <QueryBoundary query={useQuery(trialSettingsQuery)} skeleton={<SkeletonLines lines={2} />}>
        {(settings) => <Fields settings={settings} />}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({ settings }: { settings: Parameters<typeof saveTrials>[0] }) {
  const client = useQueryClient();
  const form = useForm({
    savedValues: settings,
    save: saveTrials,
    onSaved: (saved) => void client.setQueryData(trialSettingsQuery.queryKey, saved),
  });
  return (
    <FormFrame form={form} submitLabel="Save trials">
      <CheckField
        label="One free trial per card"
        hint="If somebody starts a free trial with a card that has already had one, the subscription is canceled immediately. Nothing is charged, and an email says why. Applies to trials that start from now on."
        checked={form.values.oneTrialPerCard}
        onChange={(event) => form.setValues({ oneTrialPerCard: event.target.checked })}
      />
    </FormFrame>
  );
}
