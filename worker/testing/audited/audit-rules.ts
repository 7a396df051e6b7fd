import { catalogChanges } from "./catalog.ts";
import type { AuditRule, ChangingRoute } from "./change.ts";
import { fileChanges, licenseChanges, pageChanges } from "./deliverables.ts";
import { moneyChanges } from "./payments.ts";
import { operationChanges, settingsChanges } from "./operations.ts";
import { peopleChanges } from "./users.ts";

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
