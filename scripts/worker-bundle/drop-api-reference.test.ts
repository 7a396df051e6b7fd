import { expect, test } from "vitest";
import { removeDescriptions } from "./drop-api-reference.ts";

test("descriptions of routes and schemas are left out, and every line keeps its number", () => {
  const source = `import { describe } from "../../http/describe.ts";
const order = z.object({
  id: z.string().meta({
    description: "The order's id.",
  }).nullable(),
});
app.get(
  "/",
  describe({
    answer: order.meta({ ref: "Order" }),
  }),
  requireScope("orders:read"),
);`;
  const result = removeDescriptions(source, "routes.ts");
  expect(result.replaceAll(/\s+/g, " ")).toBe(
    `import { describe } from "../../http/describe.ts"; const order = z.object({ id: z.string() .nullable(), }); app.get( "/", requireScope("orders:read"), );`,
  );
  const lineOf = (text: string, part: string) =>
    text.slice(0, text.indexOf(part)).split("\n").length;
  for (const part of [".nullable", "requireScope"])
    expect(lineOf(result, part)).toBe(lineOf(source, part));
});

test("other calls with these names stay", () => {
  const source = `const text = describe(order, { brief: true }); send(describe(order), schema.meta());`;
  expect(removeDescriptions(source, "orders.ts")).toBe(source);
});

test("a description at the end of a route, which nothing would answer, stops the build", () => {
  const source = `import { describe } from "../http/describe.ts";\napp.get("/", describe({}));`;
  expect(() => removeDescriptions(source, "routes.ts")).toThrow("routes.ts");
});
