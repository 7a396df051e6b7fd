import { expect, test } from "vitest";
import { replaceUnused } from "./drop-unused-code.ts";

test("a package that no longer has the code that is left out stops the build", () => {
  expect(() =>
    replaceUnused("export default 1;", "/node_modules/@auth/core/lib/pages/signin.js"),
  ).toThrow("signin.js has nothing like");
});

test("other files of the packages stay as they are", () => {
  expect(replaceUnused("export default 1;", "/node_modules/@auth/core/lib/init.js")).toBe(
    "export default 1;",
  );
});
