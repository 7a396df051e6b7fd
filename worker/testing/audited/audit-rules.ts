import { catalogChanges } from "./catalog.ts";
import type { AuditRule, ChangingRoute } from "./change.ts";
import { fileChanges, licenseChanges, pageChanges } from "./goods.ts";
import { moneyChanges } from "./money.ts";
import { operationChanges, settingsChanges } from "./operations.ts";
import { peopleChanges } from "./people.ts";

/** What each changing route writes into the audit log. A new one without a line in one of these does not build. */
export const auditRules: Record<ChangingRoute, AuditRule> = {
  ...catalogChanges,
  ...fileChanges,
  ...pageChanges,
  ...licenseChanges,
  ...moneyChanges,
  ...peopleChanges,
  ...settingsChanges,
  ...operationChanges,
};
