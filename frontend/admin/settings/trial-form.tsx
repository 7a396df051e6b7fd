import { Trans, useLingui } from "@lingui/react/macro";
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
  const { t } = useLingui();
  return (
    <PageSection title={t`Free trials`}>
      <p>
        <Trans>
          Each customer gets one free trial, even if they delete their account and sign up again.
        </Trans>
      </p>
      <QueryBoundary query={useQuery(trialSettingsQuery)} skeleton={<SkeletonLines lines={2} />}>
        {(settings) => <Fields settings={settings} />}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({ settings }: { settings: Parameters<typeof saveTrials>[0] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    savedValues: settings,
    save: saveTrials,
    onSaved: (saved) => void client.setQueryData(trialSettingsQuery.queryKey, saved),
  });
  return (
    <FormFrame form={form} submitLabel={t`Save trials`}>
      <CheckField
        label={t`One free trial per card`}
        hint={t`If a customer starts a free trial with a card that was already used for one, the subscription is canceled immediately. Nothing is charged, and an email explains why. Applies to trials that start from now on.`}
        checked={form.values.oneTrialPerCard}
        onChange={(event) => form.setValues({ oneTrialPerCard: event.target.checked })}
      />
    </FormFrame>
  );
}
