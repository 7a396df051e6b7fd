import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Part } from "../frame/console-page.tsx";
import { CheckField, FieldRow, FormFrame, SelectField, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { explainEffect } from "./policy-copy.ts";
import { policySettingsQuery, savePolicy, weighPolicy, type Policy } from "./queries.ts";
import { SettingsFrame } from "./settings-layout.tsx";

type PauseKind = Policy["openWhilePaused"][number];

const pauses: { kind: PauseKind; label: string; hint: string }[] = [
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

const buyersChoices = [
  { value: "", label: "No" },
  { value: "void", label: "Yes, and nothing is charged meanwhile" },
  { value: "keep_as_draft", label: "Yes, and invoices are kept for later" },
  { value: "mark_uncollectible", label: "Yes, and invoices are written off" },
];

/** `/admin/settings/access`: who keeps access when a payment does not come. */
export default function AccessSettingsPage() {
  return (
    <SettingsFrame about="What happens to access when a payment fails, is late, or is paused. Refunds and disputes always end it, and paying always gives it back.">
      <Loaded query={useQuery(policySettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(policy) => <PolicyForm policy={policy} />}
      </Loaded>
    </SettingsFrame>
  );
}

/** Before it is saved it is weighed, and who would lose access is asked about. */
function PolicyForm({ policy }: { policy: Policy }) {
  const client = useQueryClient();
  const form = useForm({
    saved: {
      ...policy,
      pastDueGraceDays: String(policy.pastDueGraceDays),
      lapseGraceHours: String(policy.lapseGraceHours),
    },
    save: (values) => savePolicy(toPolicy(values)),
    onSaved: (saved) => {
      weigh.reset();
      client.setQueryData(policySettingsQuery.queryKey, saved);
    },
  });
  const weigh = useMutation({ mutationFn: weighPolicy });
  const { values, set, errorOf } = form;
  const submit = () =>
    weigh.mutate(toPolicy(values), {
      onSuccess: ({ losing, endingSooner }) => {
        if (losing + endingSooner === 0) form.submit();
      },
      // It is refused again, and then shown at its field.
      onError: () => form.submit(),
    });
  const effect = weigh.data;
  const isAsking = effect && effect.losing + effect.endingSooner > 0 && !form.isSaved;
  return (
    <>
      <FormFrame
        form={{ ...form, submit, isSaving: form.isSaving || weigh.isPending }}
        save="Save access"
      >
        <Part title="Payments that fail or are late">
          <FieldRow>
            <TextField
              label="Days after a failed renewal"
              hint="How long access goes on while Stripe tries again. 0 ends it at once."
              inputMode="numeric"
              value={values.pastDueGraceDays}
              onChange={(event) => set({ pastDueGraceDays: event.target.value })}
              error={errorOf("pastDueGraceDays")}
            />
            <TextField
              label="Hours without news from Stripe"
              hint="How long access goes on after a paid period, while we ask Stripe about the next."
              inputMode="numeric"
              value={values.lapseGraceHours}
              onChange={(event) => set({ lapseGraceHours: event.target.value })}
              error={errorOf("lapseGraceHours")}
            />
          </FieldRow>
        </Part>
        <Part title="Pauses">
          <SelectField
            label="May buyers pause their subscription?"
            options={buyersChoices}
            value={values.buyersPause ?? ""}
            onChange={(event) =>
              set({ buyersPause: (event.target.value || null) as PauseKind | null })
            }
          />
          {pauses.map(({ kind, label, hint }) => (
            <CheckField
              key={kind}
              label={label}
              hint={hint}
              checked={values.openWhilePaused.includes(kind)}
              onChange={(event) =>
                set({
                  openWhilePaused: pauses
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
        </Part>
      </FormFrame>
      {isAsking && (
        <ConfirmDialog
          title="Some people lose access"
          confirm="Save access"
          keep="Change nothing"
          kind="danger"
          busy={form.isSaving}
          busyLabel="Saving…"
          error={form.error}
          onConfirm={form.submit}
          onClose={weigh.reset}
        >
          {explainEffect(effect).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}

type Typed = Omit<Policy, "pastDueGraceDays" | "lapseGraceHours"> & {
  pastDueGraceDays: string;
  lapseGraceHours: string;
};

/** What is no number stays none, for the server to refuse. */
function toPolicy({ pastDueGraceDays, lapseGraceHours, ...rest }: Typed): Policy {
  const toNumber = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));
  return {
    ...rest,
    pastDueGraceDays: toNumber(pastDueGraceDays),
    lapseGraceHours: toNumber(lapseGraceHours),
  };
}
