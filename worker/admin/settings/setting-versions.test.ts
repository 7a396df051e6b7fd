import { beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { createJpeg } from "../../testing/fixtures/create-jpeg.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";

beforeEach(emptyDatabase);

type Owner = Awaited<ReturnType<typeof createSignedInUser>>;
type Values = Record<string, unknown> & { version: number };

const eInvoices = {
  offered: false,
  name: "Tidewater Ltd",
  street: "1 Harbor Road",
  postalCode: "20457",
  city: "Bremen",
  country: "DE",
  vatId: "DE123456789",
  phone: "+49 421 123",
  exemption: "",
};
const texts = { terms: "", privacy: "", refunds: "", imprint: "" };

/** Each setting that the console saves: where, what one member changes, and what another changes meanwhile. */
const settings: [path: string, saved: object, first: object, second: object, readPath?: string][] =
  [
    [
      "settings/shop",
      { name: "Tidewater", line: "", supportEmail: null },
      { line: "Field recordings" },
      { supportEmail: "help@example.com" },
    ],
    [
      "settings/look",
      { accent: null, accentDark: null, logoSaysName: false },
      { accent: "#0b7285" },
      { logoSaysName: true },
      "settings/shop",
    ],
    ["settings/legal", texts, { imprint: "Tidewater Ltd" }, { refunds: "30 days" }],
    [
      "settings/tax",
      {
        automatic: false,
        behavior: null,
        collectTaxIds: false,
        requireBillingAddress: false,
        soldByLink: false,
      },
      { collectTaxIds: true },
      { requireBillingAddress: true },
    ],
    ["settings/e-invoices", eInvoices, { city: "Hamburg" }, { phone: "+49 40 123456" }],
    ["settings/consent", { ask: "none", text: null }, { text: "Agree" }, { text: "Accept" }],
    [
      "settings/law",
      { seller: null, buyers: "everywhere" },
      { seller: "DE" },
      { buyers: ["DE", "AT"] },
    ],
    ["settings/trials", { oneTrialPerCard: false }, { oneTrialPerCard: true }, {}],
    ["doctor/releases", { asks: true }, { asks: false }, {}],
    [
      "settings/languages",
      { default: "en", offered: ["en", "de"] },
      { offered: ["en", "de", "fr"] },
      { default: "de" },
    ],
    [
      "settings/policy",
      { pastDueGraceDays: 3, lapseGraceHours: 24, openWhilePaused: [], buyersPause: null },
      { pastDueGraceDays: 5 },
      { buyersPause: "void" },
    ],
    [
      "developers/settings",
      { feedRetentionDays: 90, allowedSuccessOrigins: [] },
      { feedRetentionDays: 30 },
      { allowedSuccessOrigins: ["https://app.example.com"] },
    ],
  ];

const put = (owner: Owner, path: string, values: object, version: number) =>
  owner.fetch(`/api/admin/${path}?version=${version}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(values),
  });

describe("two members who edit the same setting", () => {
  test.each(settings)(
    "the second save of %s is refused and says who saved first, and nothing is lost",
    async (path, saved, first, second, readPath = path) => {
      const [ann, ben] = [
        await createSignedInUser({ role: "owner", name: "Ann Owner" }),
        await createSignedInUser({ role: "owner" }),
      ];
      const read = () => ben.json<Values>(`/api/admin/${readPath}`);
      expect((await put(ann, path, saved, (await read()).version)).status).toBe(200);
      const { version } = await read();
      const answer = await put(ann, path, { ...saved, ...first }, version);
      const { version: next } = await answer.json<Values>();
      expect(next).toBeGreaterThan(version);

      const refused = await put(ben, path, { ...saved, ...second }, version);
      expect(await refused.json()).toMatchObject({
        status: 409,
        code: "edit_conflict",
        lastEdit: { by: "Ann Owner", at: expect.any(Number) },
      });
      expect(await read()).toMatchObject({ ...saved, ...first, version: next });

      // Merged with what was saved first, and from its version.
      expect((await put(ben, path, { ...saved, ...first, ...second }, next)).status).toBe(200);
      expect(await read()).toMatchObject({ ...saved, ...first, ...second });
    },
  );

  test("a share picture that the second member's browser drew meanwhile does not hide who saved first", async () => {
    const [ann, ben] = [
      await createSignedInUser({ role: "owner", name: "Ann Owner" }),
      await createSignedInUser({ role: "owner", name: "Ben Owner" }),
    ];
    const { version } = await ben.json<Values>("/api/admin/settings/shop");
    const details = { name: "Tidewater", line: "", supportEmail: null };
    expect((await put(ann, "settings/shop", details, version)).status).toBe(200);
    const { source } = await ben.json<{ source: string }>("/api/admin/settings/share-picture");
    const drawn = await ben.fetch(`/api/admin/settings/share-picture?source=${source}`, {
      method: "PUT",
      body: new Blob([createJpeg()]),
    });
    expect(drawn.status).toBe(200);
    const refused = await put(ben, "settings/shop", { ...details, line: "Ben's" }, version);
    expect(await refused.json()).toMatchObject({ lastEdit: { by: "Ann Owner" } });
  });

  test("ten saves at once that began from one version: one takes effect and nine are refused", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const { version } = await owner.json<Values>("/api/admin/settings/legal");
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        put(owner, "settings/legal", { ...texts, terms: `Terms ${index}` }, version),
      ),
    );
    // The first save makes the row, so the guard of the others is checked against it.
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
  });
});
