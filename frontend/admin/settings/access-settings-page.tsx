import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { describePolicyEffect } from "./policy-copy.ts";
import { TrialForm } from "./trial-form.tsx";
import { policySettingsQuery, savePolicy, previewPolicyChange, type Policy } from "./queries.ts";
import { SettingsLayout } from "./settings-layout.tsx";

type PauseKind = Policy["openWhilePaused"][number];

const pauseOptions: { kind: PauseKind; label: string; hint: string }[] = [
  {
    kind: "void",
    label: "Access goes on while nothing is charged",
    hint: "Stripe’s “void”: the invoices of the pause are canceled.",
  },
  {
    kind: "keep_as_draft",
    label: "Access goes on while invoices are kept for later",
    hint: "Stripe’s “keep as draft”: you go on serving, and are paid afterward.",
  },
  {
    kind: "mark_uncollectible",
    label: "Access goes on while invoices are written off",
    hint: "Stripe’s “mark uncollectible”: you go on serving for nothing.",
  },
];

const buyerPauseOptions = [
  { value: "", label: "No" },
  { value: "void", label: "Yes, and nothing is charged meanwhile" },
  { value: "keep_as_draft", label: "Yes, and invoices are kept for later" },
  { value: "mark_uncollectible", label: "Yes, and invoices are written off" },
];

/** `/admin/settings/access`: the access policy, which decides who keeps access after a failed payment. */
export default function AccessSettingsPage() {
  return (
    <SettingsLayout description="What happens to access when a payment fails, is late, or is paused. Refunds and disputes always end it, and paying always gives it back.">
      <QueryBoundary query={useQuery(policySettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(policy) => <PolicyForm policy={policy} />}
      </QueryBoundary>
      <TrialForm />
    </SettingsLayout>
  );
}

/** Previews the effects of a policy change, and asks for confirmation if users would lose access. */
function PolicyForm({ policy }: { policy: Policy }) {
  const client = useQueryClient();
  const form = useForm({
    savedValues: {
      ...policy,
      pastDueGraceDays: String(policy.pastDueGraceDays),
      lapseGraceHours: String(policy.lapseGraceHours),
    },
    save: (values) => savePolicy(toPolicy(values)),
    onSaved: (saved) => {
      previewChange.reset();
      client.setQueryData(policySettingsQuery.queryKey, saved);
    },
  });
  const previewChange = useMutation({ mutationFn: previewPolicyChange });
  const { values, setValues, getFieldError } = form;
  const submit = () =>
    previewChange.mutate(toPolicy(values), {
      onSuccess: ({ losingAccess, endingSooner }) => {
        if (losingAccess + endingSooner === 0) form.submit();
      },
      // Saving fails with the same error, which is then shown at its field.
      onError: () => form.submit(),
    });
  const effect = previewChange.data;
  const isConfirming = effect && effect.losingAccess + effect.endingSooner > 0 && !form.isSaved;
  return (
    <>
      <FormFrame
        form={{ ...form, submit, isSaving: form.isSaving || previewChange.isPending }}
        submitLabel="Save access"
      >
        <PageSection title="Payments that fail or are late">
          <FieldRow>
            <TextField
              label="Days after a failed renewal"
              hint="How long access goes on while Stripe tries again. 0 ends it at once."
              inputMode="numeric"
              value={values.pastDueGraceDays}
              onChange={(event) => setValues({ pastDueGraceDays: event.target.value })}
              error={getFieldError("pastDueGraceDays")}
            />
            <TextField
              label="Hours without news from Stripe"
              hint="How long access goes on after a paid period, while we ask Stripe about the next."
              inputMode="numeric"
              value={values.lapseGraceHours}
              onChange={(event) => setValues({ lapseGraceHours: event.target.value })}
              error={getFieldError("lapseGraceHours")}
            />
          </FieldRow>
        </PageSection>
        <PageSection title="Pauses">
          <SelectField
            label="May buyers pause their subscription?"
            hint="If nothing is charged and access doesn’t go on, a pause ends access at once, and the unused time is credited."
            options={buyerPauseOptions}
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
          title="Some people lose access"
          confirmLabel="Save access"
          cancelLabel="Change nothing"
          kind="danger"
          busy={form.isSaving}
          busyLabel="Saving…"
          error={form.error}
          onConfirm={form.submit}
          onClose={previewChange.reset}
        >
          {describePolicyEffect(effect).map((line) => (
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

/** Converts form values to a policy. Invalid numbers become `NaN`, which the server rejects. */
function toPolicy({ pastDueGraceDays, lapseGraceHours, ...rest }: PolicyFormValues): Policy {
  const toNumber = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));
  return {
    ...rest,
    pastDueGraceDays: toNumber(pastDueGraceDays),
    lapseGraceHours: toNumber(lapseGraceHours),
  };
}
