import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import { translateLabel, type Label } from "./label.ts";

/** How a status is shown. */
export type Status = { tone: Tone; label: Label };

/** The badge of a status. */
export function Badge({ tone, label }: Status) {
  const { i18n } = useLingui();
  return <StatusBadge tone={tone}>{translateLabel(i18n, label)}</StatusBadge>;
}

/** Returns the options of a filter by status. The first one is any. */
export const toStatusOptions = (statuses: Record<string, Status>) => [
  { value: "", label: msg`Any` },
  ...Object.entries(statuses).map(([value, { label }]) => ({ value, label })),
];
