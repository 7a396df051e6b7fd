import { expect, test } from "vitest";
import { listAccepted } from "./list-accepted.ts";

test.each([
  ["", []],
  ["de", ["de"]],
  ["en;q=0.1,ja;q=0.2, de", ["de", "ja", "en"]],
  ["a, b;q=1, c", ["a", "b", "c"]],
  ["fr;q=0, de; Q = 0.1", ["de"]],
  ["text/html;level=1;q=0.5, */*", ["*/*", "text/html"]],
  [",;;q=x,es;q=x,pt;q=", ["es", "pt"]],
])("%j names %j", (header, names) => {
  expect(listAccepted(header)).toEqual(names);
});
