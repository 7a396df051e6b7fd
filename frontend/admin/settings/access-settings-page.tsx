import { useLingui, Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { toOptions } from "../frame/label.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField, FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";
import { CheckoutForm } from "./checkout-form.tsx";
import { WinBackForm } from "./win-back-form.tsx";
import { describePolicyEffect } from "./policy-copy.ts";
import {
  policySettingsQuery,
  savePolicy,
  previewPolicyChange,
  type Policy,
  saveTrials,
  trialSettingsQuery,
} from "./queries.ts";
import { refetch } from "../frame/queries.ts";
import { SectionLayout } from "../frame/section-layout.tsx";

type PauseKind = Policy["openWhilePaused"][number];

function usePauseOptions(): { kind: PauseKind; label: string; hint: string }[] {
  const { t } = useLingui();
  return [
    {
      kind: "void",
      label: t`Access continues while invoices are voided`,
      hint: t`“void” in Stripe: invoices during the pause are canceled.`,
    },
    {
      kind: "keep_as_draft",
      label: t`Access continues while invoices are kept as drafts`,
      hint: t`“keep as draft” in Stripe: customers keep access and pay later.`,
    },
    {
      kind: "mark_uncollectible",
      label: t`Access continues while invoices are marked uncollectible`,
      hint: t`“mark uncollectible” in Stripe: customers keep free access.`,
    },
  ];
}

/** `/admin/settings/access`: the access policy, which decides who keeps access after a failed payment. */
export default function AccessSettingsPage() {
  const { t } = useLingui();
  return (
    <SectionLayout
      section="settings"
      description={t`What happens to access when a payment fails, is late or is paused. Full refunds and disputes always end access, and a payment always restores it.`}
    >
      <QueryBoundary query={useQuery(policySettingsQuery)}>
        {(policy) => <PolicyForm policy={policy} />}
      </QueryBoundary>
      <TrialForm />
      <CheckoutForm />
      <WinBackForm />
    </SectionLayout>
  );
}

/** Previews the effects of a policy change, and asks for confirmation if users would lose access. */
function PolicyForm({ policy }: { policy: Policy }) {
  const { t, i18n } = useLingui();
  const pauseOptions = usePauseOptions();
  const form = useForm({
    savedValues: toValues(policy),
    refetch: async () => toValues(await refetch(policySettingsQuery)),
    save: (values) => savePolicy(toPolicy(values)),
    onSaved: (saved, client) => {
      previewChange.reset();
      client.setQueryData(policySettingsQuery.queryKey, saved);
    },
  });
  const previewChange = useMutation({ mutationFn: previewPolicyChange });
  const { values, setValues } = form;
  const submit = () =>
    previewChange.mutate(toPolicy(values), {
      onSuccess: ({ losingAccess, endingSooner }) => {
        if (losingAccess + endingSooner === 0) form.submit();
      },
      // Saving fails with the same error, which is then shown at its field.
      onError: () => form.submit(),
    });
  const effect = previewChange.data;
  const isRefused = form.conflict?.isLoaded === false;
  const isConfirming =
    effect && effect.losingAccess + effect.endingSooner > 0 && !form.isSaved && !isRefused;
  return (
    <>
      <FormFrame
        form={{ ...form, submit, isSaving: form.isSaving || previewChange.isPending }}
        submitLabel={t`Save access`}
      >
        <PageSection title={t`Failed and late payments`}>
          <FieldRow>
            <TextField
              label={t`Grace period after a failed renewal (days)`}
              hint={t`How long access continues while Stripe retries the payment. 0 ends access immediately.`}
              inputMode="numeric"
              {...form.field("pastDueGraceDays")}
            />
            <TextField
              label={t`Grace period for late renewals (hours)`}
              hint={t`How long access continues after the paid period while Stripe hasn’t confirmed the renewal.`}
              inputMode="numeric"
              {...form.field("lapseGraceHours")}
            />
          </FieldRow>
        </PageSection>
        <PageSection title={t`Pauses`}>
          <SelectField
            name="buyersPause"
            label={t`Can customers pause their subscription?`}
            hint={t`If invoices are voided and access doesn’t continue, a pause ends access immediately, and the unused time is credited.`}
            options={toOptions({
              "": t`No`,
              void: t`Yes, and invoices are voided`,
              keep_as_draft: t`Yes, and invoices are kept as drafts`,
              mark_uncollectible: t`Yes, and invoices are marked uncollectible`,
            })}
            value={values.buyersPause ?? ""}
            onChange={(event) =>
              setValues({ buyersPause: (event.target.value || null) as PauseKind | null })
            }
          />
          {pauseOptions.map(({ kind, label, hint }) => (
            <CheckField
              key={kind}
              label={label}
              hint={hint}
              checked={values.openWhilePaused.includes(kind)}
              onChange={(event) =>
                setValues({
                  openWhilePaused: pauseOptions
                    .map((pause) => pause.kind)
                    .filter((other) =>
                      other === kind
                        ? event.target.checked
                        : values.openWhilePaused.includes(other),
                    ),
                })
              }
            />
          ))}
        </PageSection>
      </FormFrame>
      {isConfirming && (
        <ConfirmDialog
          title={t`Some customers lose access`}
          confirmLabel={t`Save access`}
          kind="danger"
          busy={form.isSaving}
          busyLabel={t`Saving…`}
          error={form.error}
          onConfirm={form.submit}
          onClose={previewChange.reset}
        >
          {describePolicyEffect(i18n, effect).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}

type PolicyFormValues = Omit<Policy, "pastDueGraceDays" | "lapseGraceHours"> & {
  pastDueGraceDays: string;
  lapseGraceHours: string;
};

const toValues = (policy: Policy): PolicyFormValues => ({
  ...policy,
  pastDueGraceDays: String(policy.pastDueGraceDays),
  lapseGraceHours: String(policy.lapseGraceHours),
});

/** Converts form values to a policy. Invalid numbers become `NaN`, which the server rejects. */
function toPolicy({ pastDueGraceDays, lapseGraceHours, ...rest }: PolicyFormValues): Policy {
  const toNumber = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));
  return {
    ...rest,
    pastDueGraceDays: toNumber(pastDueGraceDays),
    lapseGraceHours: toNumber(lapseGraceHours),
  };
}

/** The rules for free trials. */
function TrialForm() {
  const { t } = useLingui();
  return (
    <PageSection title={t`Free trials`}>
      <p>
        <Trans>
          Each customer gets one free trial, even if they delete their account and sign up again.
        </Trans>
      </p>
      <QueryBoundary query={useQuery(trialSettingsQuery)} lines={2}>
        {(settings) => <Fields settings={settings} />}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({ settings }: { settings: Parameters<typeof saveTrials>[0] }) {
  const { t } = useLingui();
  const form = useForm({
    savedValues: settings,
    refetch: () => refetch(trialSettingsQuery),
    save: saveTrials,
    onSaved: (saved, client) => void client.setQueryData(trialSettingsQuery.queryKey, saved),
  });
  return (
    <FormFrame form={form} submitLabel={t`Save trials`}>
      <CheckField
        label={t`One free trial per card`}
        hint={t`If a customer starts a free trial with a card that was already used for one, the subscription is canceled immediately. Nothing is charged, and an email explains why. Applies to trials that start from now on.`}
        {...form.check("oneTrialPerCard")}
      />
    </FormFrame>
  );
}
