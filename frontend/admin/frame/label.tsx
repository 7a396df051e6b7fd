import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import type { I18n, MessageDescriptor } from "@lingui/core";

/** A short text: a message of the catalog, or a chosen name, such as that of a product. */
export type Label = string | MessageDescriptor;

/** Returns a label in the page's language. */
export function translateLabel(i18n: I18n, label: Label): string {
  return typeof label === "string" ? label : i18n._(label);
}

/** How a status is shown. */
export type Status = { tone: Tone; label: Label };

/** The badge of a status. */
export function Badge({ tone, label }: Status) {
  const { i18n } = useLingui();
  return <StatusBadge tone={tone}>{translateLabel(i18n, label)}</StatusBadge>;
}

/** Returns the options of a choice from the names of its values, in their order. */
export const toOptions = <Name extends Label>(names: Record<string, Name>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Returns the options of a filter by status. The first one is any. */
export const toStatusOptions = (statuses: Record<string, Status>) => [
  { value: "", label: msg`Any` },
  ...Object.entries(statuses).map(([value, { label }]) => ({ value, label })),
];

/** Joins short facts in one line: "Ann · March 3, 2026". Those that are empty or false are left out. */
export const joinFacts = (...facts: (string | false | null | undefined)[]): string =>
  facts.filter(Boolean).join(" · ");
