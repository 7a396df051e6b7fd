import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSteps } from "./follow-guide.ts";

// `npm run docs:next` does them, which needs packages from npm.
test("the guide for Next.js has every step, from an empty folder to the answers", () => {
  const steps = readSteps(readFileSync("docs/guides/frameworks.md", "utf8"));
  expect(steps).toEqual([
    { run: expect.stringMatching(/npm pack [^]+create-next-app@\d[^]+cd my-app\nnpm install /) },
    { path: "shop.ts", code: expect.stringContaining("createGatehouse(") },
    { path: "app/questions/route.ts", code: expect.stringContaining("requireFeature(") },
    { path: "app/ask/page.tsx", code: expect.stringContaining("await connection()") },
    { run: "npm run build\nGATEHOUSE_KEY=gh_test_… npm start\n" },
    { run: expect.stringContaining("curl localhost:3000/questions") },
  ]);
});
