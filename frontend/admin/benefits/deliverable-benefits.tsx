import { useLingui } from "@lingui/react/macro";
import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { useSearchParams } from "wouter";
import { api, read } from "../../http/client.ts";
import { SelectField } from "../../ui/field/fields.tsx";

const deliverableBenefitsRoute = api.admin.benefits.deliverable;

/** A benefit that needs license keys, files or pages, with the products that include it. */
export type DeliverableBenefit = InferResponseType<
  typeof deliverableBenefitsRoute.$get
>["benefits"][number];

type DeliverableType = InferRequestType<typeof deliverableBenefitsRoute.$get>["query"]["type"];

export const deliverableBenefitsQuery = (type: DeliverableType) =>
  queryOptions({
    queryKey: ["admin", "benefits", "deliverable", type],
    queryFn: async () => (await read(deliverableBenefitsRoute.$get({ query: { type } }))).benefits,
  });

/** Returns a benefit's label in a list of benefits. It includes the products, because names can repeat. */
export function getBenefitLabel(i18n: I18n, { name, products }: DeliverableBenefit): string {
  const [first, ...others] = products;
  if (!first) return i18n._(msg`${name} (not in a product)`);
  const product = first.name;
  if (others.length === 0) return `${name} (${product})`;
  return i18n._(
    msg`${plural(
      { count: others.length },
      {
        one: `${name} (${product} and # other)`,
        other: `${name} (${product} and # others)`,
      },
    )}`,
  );
}

/** Returns the benefit from the URL, or else the first one. */
export function useSelectedBenefit(
  benefits: DeliverableBenefit[],
): [DeliverableBenefit | undefined, (id: string) => void] {
  const [params, setParams] = useSearchParams();
  const selected = benefits.find(({ id }) => id === params.get("benefit")) ?? benefits[0];
  return [selected, (id) => setParams({ benefit: id }, { replace: true })];
}

/** Selects one of the benefits of a type. */
export function BenefitSelect({
  label,
  benefits,
  selected,
  onSelect,
}: {
  label: string;
  benefits: DeliverableBenefit[];
  selected: DeliverableBenefit;
  onSelect: (id: string) => void;
}) {
  const { i18n } = useLingui();
  return (
    <SelectField
      label={label}
      options={benefits.map((benefit) => ({
        value: benefit.id,
        label: getBenefitLabel(i18n, benefit),
      }))}
      value={selected.id}
      onChange={(event) => onSelect(event.target.value)}
    />
  );
}
