import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { useSearchParams } from "wouter";
import { SelectField } from "../frame/form-frame.tsx";
import { api, read } from "../../http/client.ts";

const goods = api.admin.benefits.goods;

/** A benefit that keys, files or pages are put into, with the products that give it. */
export type Good = InferResponseType<typeof goods.$get>["goods"][number];

export const goodsQuery = (type: "license_key" | "download" | "page") =>
  queryOptions({
    queryKey: ["admin", "benefits", "goods", type],
    queryFn: async () => (await read(goods.$get({ query: { type } }))).goods,
  });

/** What a benefit is called where several are listed: names repeat between products. */
export function nameGood({ name, products }: Good): string {
  const [first, ...others] = products;
  if (!first) return `${name} (in no product)`;
  return `${name} (${first.name}${others.length > 0 ? ` and ${others.length} more` : ""})`;
}

/** The benefit that the address names, or else the first. */
export function useChosenGood(list: Good[]): [Good | undefined, (id: string) => void] {
  const [params, setParams] = useSearchParams();
  const chosen = list.find(({ id }) => id === params.get("benefit")) ?? list[0];
  return [chosen, (id) => setParams({ benefit: id }, { replace: true })];
}

/** Chooses among the benefits of a type. */
export function GoodField({
  label,
  list,
  chosen,
  onChoose,
}: {
  label: string;
  list: Good[];
  chosen: Good;
  onChoose: (id: string) => void;
}) {
  return (
    <SelectField
      label={label}
      options={list.map((good) => ({ value: good.id, label: nameGood(good) }))}
      value={chosen.id}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}
