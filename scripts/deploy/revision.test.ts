import { expect, test } from "vitest";
import { describeRevision, readRevision } from "./revision.ts";

test("a version at Cloudflare is named after the release and the commit", () => {
  const commit = "cf0fae71bb2b0f6f1c8ae9ab1b4a3e1e7ad4b9a0";
  expect(describeRevision("0.1.0", commit)).toEqual({
    version: "0.1.0",
    commit,
    tag: "0.1.0-cf0fae71",
    message: "Gatehouse 0.1.0, commit cf0fae71",
  });
});

test("a copy without Git is named after the release alone", () => {
  expect(describeRevision("0.1.0", undefined)).toMatchObject({
    tag: "0.1.0",
    message: "Gatehouse 0.1.0",
  });
});

test("a tag is never longer than Cloudflare takes", () => {
  const { tag } = describeRevision("10.20.30-beta.40", "0123456789abcdef");
  expect(tag.length).toBeLessThanOrEqual(25);
  expect(readRevision().tag.length).toBeLessThanOrEqual(25);
});
