import { afterEach, expect, test, vi } from "vitest";
import { startUploads } from "./uploads.ts";

afterEach(() => vi.unstubAllGlobals());

test("an empty file is left out before the download gets a file without a version", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(
      `${init?.method ?? "GET"} ${new URL(String(input), "http://shop.example").pathname}`,
    );
    return Promise.resolve(Response.json({ uploads: [] }));
  });
  expect(await startUploads("bnf_1", [new File([], "empty.zip")])).toEqual({
    created: [],
    empty: ["empty.zip"],
  });
  expect(requests).toEqual(["GET /api/admin/files/uploads"]);
});
