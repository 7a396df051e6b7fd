import { expect, test } from "vitest";
import { readReport } from "./deploy-version.ts";

test("the report of wrangler names the deployed version and its URLs", () => {
  const targets = ["https://gatehouse.tide.workers.dev"];
  const report = [
    { type: "wrangler-session" },
    { type: "deploy", version_id: "0c3d3a53", targets },
  ];
  const text = report.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  expect(readReport(text)).toEqual({ versionId: "0c3d3a53", targets });
});

test("a deployment without a version is an error, because nobody could wait for it", () => {
  expect(() => readReport("")).toThrow("without naming the version");
  expect(() => readReport('{"type":"deploy","version_id":null}')).toThrow(
    "without naming the version",
  );
});
