import { expect, test } from "vitest";
import { auditActions } from "../../../worker/audit/actions.ts";
import {
  auditActionOptions,
  describeAuditAction,
  describeAuditActor,
  describeAuditTarget,
} from "./audit-copy.ts";

test("every action of the audit log reads as a sentence of its own, never as a code", () => {
  const shown = auditActions.map(describeAuditAction);
  expect(shown.filter((sentence) => !/^[A-Z][a-z]+ [\w ;’]+$/.test(sentence))).toEqual([]);
  expect(new Set(shown).size).toBe(auditActions.length);
  expect(auditActionOptions.map(({ value }) => value).toSorted()).toEqual(auditActions.toSorted());
});

test("an action of an older version is shown as it was recorded", () => {
  expect(describeAuditAction("shelf.dusted")).toBe("shelf.dusted");
});

test("an actor is a name, or what acted", () => {
  const of = (actorType: "user" | "key" | "system", actorId: string, actorName?: string) =>
    describeAuditActor({ actorType, actorId, actorName: actorName ?? null });
  expect(of("user", "usr_1", "Ann")).toBe("Ann");
  expect(of("user", "usr_1")).toBe("Deleted user");
  expect(of("key", "key_1")).toBe("An API key");
  expect(of("system", "cron")).toBe("A scheduled job");
  expect(of("system", "gatehouse-sync")).toBe("The sync with Stripe");
});

test("a changed object leads to its page", () => {
  const of = (action: string, targetId: string) => describeAuditTarget({ action, targetId });
  expect(of("order.refunded", "ord_1")).toEqual({ label: "ord_1", href: "/admin/orders/ord_1" });
  expect(of("settings.updated", "policy")).toEqual({
    label: "Access policy",
    href: "/admin/settings/access",
  });
  expect(of("invitation.created", "inv_1").href).toBe("/admin/team");
  expect(of("outage.started", "outage")).toEqual({ label: "outage", href: null });
});
