import { describe, expect, test } from "vitest";
import { evaluateRangeRequest } from "./ranges.ts";

const etag = '"abc"';

function decide(headers: Record<string, string>, { method = "GET", size = 10 } = {}) {
  return evaluateRangeRequest({ method, headers: new Headers(headers), etag, size });
}

describe("a range", () => {
  test.each([
    ["bytes=0-0", { offset: 0, length: 1 }],
    ["bytes=0-9", { offset: 0, length: 10 }],
    ["bytes=0-10", { offset: 0, length: 10 }],
    ["bytes=0-", { offset: 0, length: 10 }],
    ["bytes=9-", { offset: 9, length: 1 }],
    ["bytes=9-9999999999999999999", { offset: 9, length: 1 }],
    ["bytes=10-", 416],
    ["bytes=9999999999999999999-", 416],
    ["bytes=-1", { offset: 9, length: 1 }],
    ["bytes=-10", { offset: 0, length: 10 }],
    ["bytes=-11", { offset: 0, length: 10 }],
    ["bytes=-0", 416],
    ["Bytes=2-3", { offset: 2, length: 2 }],
    ["bytes=3-2", 200],
    ["bytes=0-1,4-5", 200],
    ["bytes=-", 200],
    ["bytes=a-b", 200],
    ["bytes=1.5-2", 200],
    ["items=0-1", 200],
  ])("a range of a ten-byte file: %s", (range, answer) => {
    expect(decide({ range })).toEqual(answer);
  });

  test.each(["bytes=0-", "bytes=0-0", "bytes=-1", "bytes=5-"])(
    "a range of an empty file gets the whole file: %s",
    (range) => {
      expect(decide({ range }, { size: 0 })).toBe(200);
    },
  );

  test("a range is ignored for HEAD requests", () => {
    expect(decide({ range: "bytes=0-1" }, { method: "HEAD" })).toBe(200);
  });
});

test.each([
  ['"abc"', { offset: 0, length: 2 }],
  ['"other"', 200],
  ['W/"abc"', 200],
  ["Sat, 21 Nov 2026 13:00:00 GMT", 200],
])("If-Range: %s", (ifRange, answer) => {
  expect(decide({ range: "bytes=0-1", "if-range": ifRange })).toEqual(answer);
});

test.each([
  ['"abc"', 304],
  ['W/"abc"', 304],
  ['"x", W/"abc"', 304],
  ["*", 304],
  ['"x"', 200],
])("If-None-Match: %s", (ifNoneMatch, answer) => {
  expect(decide({ "if-none-match": ifNoneMatch })).toBe(answer);
  expect(decide({ "if-none-match": ifNoneMatch, range: "bytes=0-9" })).toEqual(
    answer === 304 ? 304 : { offset: 0, length: 10 },
  );
});

test.each([
  ['"abc"', 200],
  ['"x", "abc"', 200],
  ["*", 200],
  ['W/"abc"', 412],
  ['"x"', 412],
])("If-Match: %s", (ifMatch, answer) => {
  expect(decide({ "if-match": ifMatch })).toBe(answer);
});
