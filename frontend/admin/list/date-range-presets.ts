import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

const DAY_MS = 86_400_000;

/** UTC days as `YYYY-MM-DD`, both included; "" is an open end. */
export type Days = { from: string; to: string };

/** The names of the ranges that a list offers, in this order. */
export const presetLabels = {
  today: msg`Today`,
  week: msg`Last 7 days`,
  month: msg`Last 30 days`,
  thisMonth: msg`This month`,
  lastMonth: msg`Last month`,
  thisYear: msg`This year`,
} satisfies Record<string, MessageDescriptor>;

export type Preset = keyof typeof presetLabels;

/** Returns the UTC days of a range, seen from a time in unix milliseconds. Ranges up to now have no last day. */
export function getPresetDays(preset: Preset, now: number): Days {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  switch (preset) {
    case "today":
      return { from: toDay(now), to: toDay(now) };
    case "week":
      return { from: toDay(now - 6 * DAY_MS), to: "" };
    case "month":
      return { from: toDay(now - 29 * DAY_MS), to: "" };
    case "thisMonth":
      return { from: toDay(Date.UTC(year, month)), to: "" };
    case "lastMonth":
      return { from: toDay(Date.UTC(year, month - 1)), to: toDay(Date.UTC(year, month, 0)) };
    case "thisYear":
      return { from: toDay(Date.UTC(year, 0)), to: "" };
  }
}

/** Returns which of the offered ranges these days are: "" for no range, `custom` for any other one. */
export function findPreset({ from, to }: Days, now: number): Preset | "custom" | "" {
  if (from === "" && to === "") return "";
  const presets = Object.keys(presetLabels) as Preset[];
  const found = presets.find((preset) => {
    const days = getPresetDays(preset, now);
    return days.from === from && days.to === to;
  });
  return found ?? "custom";
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
