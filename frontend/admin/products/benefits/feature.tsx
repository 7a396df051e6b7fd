import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { CheckField, TextField } from "../../../ui/field/fields.tsx";
import { bindBenefit, toText, type BenefitFieldProps, type BenefitPart } from "./benefit-part.ts";

/** A feature of the seller's own application, which checks it by its key. */
export const feature: BenefitPart<"feature"> = {
  name: msg`Feature`,
  optionsName: msg`Limit and note`,
  Content: FeatureKey,
  Options: FeatureLimit,
  toValues: ({ key, limit }) => ({
    featureKey: key ?? "",
    limit: toText(limit?.amount),
    limitPerSeat: limit?.perSeat ?? false,
  }),
  toSettings: ({ featureKey, limit, limitPerSeat }) => ({
    ...(featureKey.trim() && { key: featureKey.trim() }),
    ...(limit.trim() && { limit: { amount: Number(limit), perSeat: limitPerSeat } }),
  }),
  describeContent: (_i18n, { id, settings }) => settings.key ?? id,
};

function FeatureKey(props: BenefitFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Key`}
      hint={
        props.row.benefitId === null
          ? t`The key your application checks. Generated from the name.`
          : t`The key your application checks. If blank, the benefit’s ID is used.`
      }
      {...bindBenefit(props).setting("featureKey", "key")}
    />
  );
}

function FeatureLimit(props: BenefitFieldProps) {
  const { t } = useLingui();
  const { setting, check } = bindBenefit(props);
  return (
    <>
      <TextField
        label={t`Limit`}
        inputMode="numeric"
        hint={t`Leave blank for no limit.`}
        {...setting("limit", "limit.amount")}
      />
      <CheckField label={t`Limit applies per seat`} {...check("limitPerSeat")} />
    </>
  );
}
