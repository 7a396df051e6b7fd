import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listCalls, type ApiDocument } from "../../../worker/shared/api-document.ts";
import { toCurl, toPython, toTypeScript } from "../../../worker/shared/api-examples.ts";
import { listApiPages } from "./api-pages.ts";

const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as ApiDocument;
const calls = listCalls(document);

/** Runs each example with a stand-in for `requests` that keeps what it is asked to send. */
const program = `
import json, sys
class Requests:
    def __getattr__(self, method):
        def send(url, headers=None, params=None, json=None):
            sent.append([method, url, headers, params, json])
        return send
sent = []
for example in json.load(sys.stdin):
    exec(example, {"requests": Requests(), "GATEHOUSE_URL": "https://shop.example", "GATEHOUSE_KEY": "gh_test_1"})
print(json.dumps(sent))
`;

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("Python sends the same with each example as curl does", () => {
  const input = JSON.stringify(calls.map((call) => toPython(call, document)));
  const { stdout, stderr } = spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
  expect(stderr).toBe("");
  const sent = JSON.parse(stdout) as [string, string, object | null, object | null, unknown][];
  expect(
    sent.map(([method, url, headers, params, body]) => ({ method, url, headers, params, body })),
  ).toEqual(
    calls.map((call) => {
      const curl = toCurl(call, document);
      const [, path = "", query] = /"\$GATEHOUSE_URL([^"?]+)(?:\?([^"]+))?"/.exec(curl) ?? [];
      const [, body] = /-d '(.*)'$/s.exec(curl) ?? [];
      return {
        method: call.method,
        url: `https://shop.example${path}`,
        headers: curl.includes("Bearer") ? { Authorization: "Bearer gh_test_1" } : null,
        params: query ? Object.fromEntries(query.split("&").map((each) => each.split("="))) : null,
        body: body ? (JSON.parse(body) as unknown) : null,
      };
    }),
  );
});

test.each(["/", ".md"] as const)("pages with links to %s have each call in each language", (to) => {
  const text = listApiPages(document, to)
    .map(({ body }) => body)
    .join("\n\n");
  const examples = calls.flatMap((call) => [
    toCurl(call, document),
    toTypeScript(call, document),
    toPython(call, document),
  ]);
  expect(examples.filter((example) => !text.includes(`\n${example}\n\`\`\``))).toEqual([]);
});
