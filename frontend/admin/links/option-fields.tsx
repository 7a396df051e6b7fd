import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";
import { describeDiscount } from "../discounts/discount-copy.ts";
import type { Form } from "../form/form.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { discountQuery } from "../orders/queries.ts";
import type { LinkOptions } from "./link-values.ts";
import { activeCodesQuery } from "./queries.ts";

/** The fields of what can be changed of a link. */
export function OptionFields<Values extends LinkOptions>({ form }: { form: Form<Values> }) {
  const { t } = useLingui();
  // The fields of every form that has these values.
  const { field } = form as unknown as Form<LinkOptions>;
  return (
    <>
      <TextField
        label={t`Name`}
        hint={t`For your team, such as where you use the link. Customers don’t see it.`}
        maxLength={100}
        autoComplete="off"
        {...field("name")}
      />
      <CodeField {...field("promotionCodeId")} />
      <FieldRow>
        <TextField
          label={t`End date`}
          hint={t`The last day. Leave blank for no end.`}
          type="date"
          {...field("expiresAt")}
        />
        <TextField
          label={t`Purchases at most`}
          hint={t`Leave blank for no limit.`}
          inputMode="numeric"
          {...field("maxPurchases")}
        />
      </FieldRow>
      <TextField
        label={t`Page after the payment`}
        hint={
          <>
            {t`Leave blank for your shop’s own page. Other sites must be allowed first:`}{" "}
            <Link href={developerPaths.settings}>{t`Developer settings`}</Link>
          </>
        }
        type="url"
        placeholder="https://app.example.com/thanks"
        {...field("successUrl")}
      />
    </>
  );
}

/** A choice of an active discount code. One that was chosen before stays, also if it has ended. */
function CodeField(props: {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}) {
  const { t, i18n } = useLingui();
  const { value } = props;
  const codes = useQuery(activeCodesQuery).data ?? [];
  const isListed = value === "" || codes.some(({ id }) => id === value);
  const { data: chosen } = useQuery({ ...discountQuery(value), enabled: !isListed });
  const shown = [...codes, ...(isListed ? [] : [chosen ?? { id: value, code: value }])];
  return (
    <SelectField
      label={t`Discount code`}
      hint={t`The link applies it. Customers can’t enter another one then.`}
      options={[
        { value: "", label: t`None` },
        ...shown.map((each) => ({
          value: each.id,
          label: "state" in each ? `${each.code} (${describeDiscount(i18n, each)})` : each.code,
        })),
      ]}
      {...props}
    />
  );
}
