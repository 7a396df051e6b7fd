import { expect, it } from "vitest";
import { findPreset, getPresetDays, type Preset } from "./date-range-presets.ts";

const now = Date.parse("2026-03-01T23:30:00Z");

it.each<[Preset, string, string]>([
  ["today", "2026-03-01", "2026-03-01"],
  ["week", "2026-02-23", ""],
  ["month", "2026-01-31", ""],
  ["thisMonth", "2026-03-01", ""],
  ["lastMonth", "2026-02-01", "2026-02-28"],
  ["thisYear", "2026-01-01", ""],
])("%s is from %s to %s, and is recognized by its days", (preset, from, to) => {
  expect(getPresetDays(preset, now)).toEqual({ from, to });
  expect(findPreset({ from, to }, now)).toBe(preset);
});

it("any other days are a custom range", () => {
  expect(findPreset({ from: "", to: "" }, now)).toBe("");
  expect(findPreset({ from: "2026-02-02", to: "" }, now)).toBe("custom");
});
