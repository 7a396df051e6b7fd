import { freezeRevocations, unfreezeRevocations } from "../../sync/sweeps/freeze-revocations.ts";
import { payForNewProduct } from "../purchases.ts";
import { writes, type AuditRule, type ChangingRoute } from "./change.ts";

const png = Uint8Array.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", (letter) => letter.charCodeAt(0));
const policy = {
  pastDueGraceDays: 7,
  lapseGraceHours: 24,
  openWhilePaused: [],
  buyersPause: null,
};

export const settingsChanges = {
  "PUT /api/admin/settings/shop": writes("settings.updated", () => ({
    json: { name: "Tidewater", line: "", supportEmail: null },
  })),
  "PUT /api/admin/settings/look": writes("settings.updated", () => ({
    json: { accent: "#0b7285", accentDark: null, logoSaysName: false },
  })),
  "PUT /api/admin/settings/logo": writes("settings.updated", () => ({ bytes: png })),
  "DELETE /api/admin/settings/logo": writes("settings.updated", () => ({})),
  "PUT /api/admin/settings/legal": writes("settings.updated", () => ({
    json: { terms: crypto.randomUUID(), privacy: "", refunds: "", imprint: "" },
  })),
  "PUT /api/admin/settings/policy": writes("settings.updated", () => ({ json: policy })),
  "POST /api/admin/settings/policy/effect": "changes nothing",
  "PUT /api/admin/settings/tax": writes("settings.updated", () => ({
    json: {
      automatic: false,
      behavior: "inclusive",
      collectTaxIds: false,
      requireBillingAddress: false,
    },
  })),
  "PUT /api/admin/settings/mails": writes("settings.updated", () => ({
    json: {
      purchase: true,
      payment_failed: true,
      ending_soon: false,
      access_ended: true,
      refunded_duplicate: true,
    },
  })),
} satisfies Partial<Record<ChangingRoute, AuditRule>>;

export const operationChanges = {
  "POST /api/admin/replays": writes("event.replayed", async (shop) => {
    await payForNewProduct(shop);
    const events = await shop.events();
    for (const event of events) await shop.deliver(event);
    const completed = events.find(({ type }) => type === "checkout.session.completed")!;
    return { json: { eventIds: [completed.id] } };
  }),
  "POST /api/admin/sweeps": writes("sweep.started", () => ({ json: {} })),
  "POST /api/admin/rebuild": writes("rebuild.started", () => ({ json: {} })),
  "POST /api/admin/rebuild/steps": "goes on with what the log has the beginning of",
  "PUT /api/admin/outage": writes("outage.started", async (shop) => {
    await unfreezeRevocations(shop.ctx());
    return { json: {} };
  }),
  "DELETE /api/admin/outage": writes(
    "outage.ended",
    async (shop) => {
      await freezeRevocations(shop.ctx());
      return { query: { waiting: "ignore" } };
    },
    // What was missed is found out before access ends again.
    { before: ["sweeps", "cursors"] },
  ),
  "POST /api/admin/doctor/mail": writes("test_mail.requested", () => ({ json: {} }), {
    mails: true,
  }),
} satisfies Partial<Record<ChangingRoute, AuditRule>>;
