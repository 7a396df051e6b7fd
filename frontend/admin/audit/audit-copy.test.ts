import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { auditActions } from "../../../worker/audit/actions.ts";
import {
  listAuditActionOptions,
  describeAuditAction,
  describeAuditActor,
  describeAuditField,
  describeAuditTarget,
} from "./audit-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("every action of the audit log reads as a sentence of its own, never as a code", () => {
  const shown = auditActions.map((action) => describeAuditAction(i18n, action));
  expect(shown.filter((sentence) => !/^[A-Z][a-z]+ [\w ;’]+$/.test(sentence))).toEqual([]);
  expect(new Set(shown).size).toBe(auditActions.length);
  expect(
    listAuditActionOptions(i18n)
      .map(({ value }) => value)
      .toSorted(),
  ).toEqual(auditActions.toSorted());
});

test("an action of an older version is shown as it was recorded", () => {
  expect(describeAuditAction(i18n, "shelf.dusted")).toBe("shelf.dusted");
});

test("an actor is a name, or what acted", () => {
  const of = (actorType: "user" | "key" | "system", actorId: string, actorName?: string) =>
    describeAuditActor(i18n, { actorType, actorId, actorName: actorName ?? null });
  expect(of("user", "usr_1", "Ann")).toBe("Ann");
  expect(of("user", "usr_1")).toBe("Deleted user");
  expect(of("key", "key_1")).toBe("API key");
  expect(of("system", "cron")).toBe("Scheduled job");
  expect(of("system", "gatehouse-sync")).toBe("Stripe sync");
});

test("a changed object is named as far as the entry knows it, and leads to its page", () => {
  const of = (action: string, targetId: string, after: Record<string, unknown> | null = null) =>
    describeAuditTarget(i18n, { action, targetId, before: null, after });
  expect(of("order.refunded", "ord_1", { name: "x" })).toEqual({
    label: "Order",
    href: "/admin/orders/ord_1",
  });
  expect(of("page.created", "pag_1", { title: "Notes", slug: "n" })).toEqual({
    label: "Notes",
    href: "/admin/pages/pag_1",
  });
  expect(of("benefit.added", "prd_1", { name: "A key" }).label).toBe("Product");
  expect(of("settings.updated", "policy")).toEqual({
    label: "Access policy",
    href: "/admin/settings/access",
  });
  expect(of("settings.updated", "releases")).toEqual({
    label: "Newer versions",
    href: "/admin/doctor",
  });
  expect(of("invitation.created", "inv_1", { email: "ann@example.com" })).toEqual({
    label: "ann@example.com",
    href: "/admin/team",
  });
  expect(of("outage.started", "outage")).toEqual({ label: "outage", href: null });
});

test("a changed field is named in words", () => {
  expect(describeAuditField("activationLimit")).toBe("activation limit");
  expect(describeAuditField("expires_at")).toBe("expires at");
});
