import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { auditActions } from "../../../worker/audit/actions.ts";
import {
  listAuditActionOptions,
  describeAuditAction,
  describeAuditActor,
  describeAuditChange,
  describeAuditField,
  describeAuditTarget,
  describeAuditValue,
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

test("an action of an older version has its sentence, or is shown as it was recorded", () => {
  expect(describeAuditAction(i18n, "product.picture_drawn")).toContain("share picture");
  expect(describeAuditAction(i18n, "shelf.dusted")).toBe("shelf.dusted");
});

test("an entry says in a sentence how much was refunded, and what was edited as its screen calls it", () => {
  const of = (action: string, before: object | null, after: object | null) =>
    describeAuditChange(i18n, {
      action,
      targetId: "x_1",
      before: before as Record<string, unknown> | null,
      after: after as Record<string, unknown> | null,
    });
  expect(
    of("order.refunded", { refundedMinor: 1000 }, { refundedMinor: 5900, currency: "usd" }),
  ).toBe("Refunded $49.00 of an order");
  expect(of("price.added", null, { amountMinor: 900, currency: "usd" })).toBe(
    "Added a price of $9.00",
  );
  expect(of("team_member.updated", { role: "support" }, { role: "admin" })).toBe(
    "Changed a team member’s role from Support to Admin",
  );
  expect(of("settings.updated", { line: "a" }, { line: "b", supportEmail: null })).toBe(
    "Changed settings: Short description and Support email",
  );
  expect(of("outage.started", null, null)).toBe("Started outage mode");
});

test("a changed value is an amount, a time, yes or no, or what was entered", () => {
  const of = (field: string, value: unknown) =>
    describeAuditValue(
      i18n,
      { action: "x.updated", targetId: "x_1", before: null, after: { currency: "usd" } },
      field,
      value,
    );
  expect(of("amountMinor", 4900)).toBe("$49.00");
  expect(of("endsAt", Date.UTC(2026, 2, 3, 12))).toContain("March 3, 2026");
  expect([of("isFree", true), of("endsAt", null), of("name", "Ann")]).toEqual([
    "Yes",
    "None",
    "Ann",
  ]);
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

test("a changed object has its name, what it is and whose, and leads to its page", () => {
  const of = (
    action: string,
    targetId: string,
    after: Record<string, unknown> | null = null,
    target = { name: null as string | null, userName: null as string | null },
  ) => describeAuditTarget(i18n, { action, targetId, before: null, after, target });
  expect(
    of("order.refunded", "ord_1", { name: "x" }, { name: "Shoreline", userName: "Ann" }),
  ).toEqual({ label: "Shoreline", kind: "Order of Ann", href: "/admin/orders/ord_1" });
  expect(of("note.added", "usr_1", null, { name: null, userName: "Ann" })).toMatchObject({
    label: "Ann",
    kind: "Customer",
  });
  expect(of("order.refunded", "ord_1")).toMatchObject({ label: "Order", kind: null });
  expect(of("page.created", "pag_1", { title: "Notes", slug: "n" })).toEqual({
    label: "Notes",
    kind: "Page",
    href: "/admin/pages/pag_1",
  });
  expect(of("benefit.added", "prd_1", { name: "A key" }).label).toBe("Product");
  expect(of("settings.updated", "policy")).toEqual({
    label: "Access policy",
    kind: null,
    href: "/admin/settings/access",
  });
  expect(of("settings.updated", "releases").href).toBe("/admin/doctor");
  expect(of("invitation.created", "inv_1", { email: "ann@example.com" })).toMatchObject({
    label: "ann@example.com",
    href: "/admin/team",
  });
  expect(of("outage.started", "outage")).toEqual({ label: "Outage", kind: null, href: null });
});

test("a changed field is named in words", () => {
  expect(describeAuditField(i18n, "activationLimit")).toBe("Activation limit");
  expect(describeAuditField(i18n, "handed_out")).toBe("Handed out");
});
