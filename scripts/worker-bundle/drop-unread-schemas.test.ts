import { expect, test } from "vitest";
import { markSchemas } from "./drop-unread-schemas.ts";

const imported = `import { z } from "zod";`;

test("a schema is marked as a whole, with those that are made of it, and every line keeps its number", () => {
  expect(
    markSchemas(
      `${imported}
const price = z.object({ amount: z.int() });
export const product = price
  .extend({ name: z.string() })
  .strict();
const read = { tag: "Products" } as const;
const note = "Newest first.";
export const list = { ...read, errors: ["not_found"], summary: \`List. \${note}\`, answer: listOf(product) };
`,
      "product.ts",
    ),
  ).toBe(
    `${imported}
const price = /* @__PURE__ */ (() => (z.object({ amount: z.int() })))();
export const product = /* @__PURE__ */ (() => (price
  .extend({ name: z.string() })
  .strict()))();
const read = { tag: "Products" } as const;
const note = "Newest first.";
export const list = /* @__PURE__ */ (() => ({ ...read, errors: ["not_found"], summary: \`List. \${note}\`, answer: listOf(product) }))();
`,
  );
});

test("other calls may have effects and stay as they are", () => {
  const source = `${imported}
const app = new Hono().get("/", validate("query", z.object({})));
const routes = app.route("/", other);
const names = ["orders", "gifts"];
const loaded = names.map((name) => load(name));
const all = { schema: z.string(), routes: load() };
let id = z.string();
z.config({ jitless: true });
`;
  expect(markSchemas(source, "routes.ts")).toBe(source);
});

test("what is called z and isn't zod stays as it is", () => {
  const source = `const z = openZone(); const zone = z.enter();`;
  expect(markSchemas(source, "zone.ts")).toBe(source);
});
