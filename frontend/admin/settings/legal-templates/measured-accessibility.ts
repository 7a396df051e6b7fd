/**
 * What the accessibility statement says of how Gatehouse is measured: the journeys in `frontend/e2e` open each page with
 * axe-core (`page-checks.ts`), all rules at 390 px in light colors, contrast at 1280 px in dark ones. Change the day when
 * the template gets a new version, after a run without violations.
 */
export const measuredAccessibility = { axeVersion: "4.14.1", day: "2026-11-26" };
