import { createHash } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addBase } from "./base.ts";
import { crawlSite } from "./crawl-site.ts";
import { copyIntoShop } from "./shop-docs.ts";

function makeFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const script = "document.documentElement.dataset.theme = 'dark';";
const makeSite = () =>
  makeFolder({
    "index.html": `<script>${script}</script><script src="/docs/_astro/a.js"></script>`,
    "guides/deploy/index.html": "<h1>Deploy</h1>",
    "guides/deploy.md": "# Deploy",
    "404.html": "<h1>404</h1>",
    _headers: "/*\n  X-Frame-Options: DENY\n",
  });
const makeShop = () =>
  makeFolder({
    _headers: readFileSync("frontend/public/_headers", "utf8"),
    "docs/api.html": "<h1>API</h1>",
    "assets/app.js": "",
  });

test("the site is below /docs, and what the shop has stays", () => {
  const client = makeShop();
  copyIntoShop({ site: makeFolder({ "old/index.html": "" }), client });
  copyIntoShop({ site: makeSite(), client });
  // Neither a page for what is missing, which the Worker answers, nor the site's own rules.
  expect(globSync("**/*.*", { cwd: join(client, "docs") }).toSorted()).toEqual([
    "api.html",
    "guides/deploy.md",
    "guides/deploy/index.html",
    "index.html",
  ]);
});

test("only pages below /docs get another policy, which allows their own scripts by their hashes", () => {
  const client = makeShop();
  const site = makeSite();
  const before = readFileSync(join(client, "_headers"), "utf8");
  copyIntoShop({ site, client });
  copyIntoShop({ site, client });
  const after = readFileSync(join(client, "_headers"), "utf8");
  expect(after.startsWith(before.trimEnd())).toBe(true);
  const [rule = "", ...others] = after.match(/^\/docs\/\*\n(?: .+\n)+/gm) ?? [];
  expect(others).toEqual([]);
  const policy = /^ {2}Content-Security-Policy: (.+)$/m.exec(rule)?.[1] ?? "";
  const hash = createHash("sha256").update(script).digest("base64");
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline|\*|https?:/);
  expect(policy).toContain("frame-ancestors 'none'");
  // Cloudflare ignores a line that is longer.
  expect(rule.split("\n").filter((line) => line.length > 2000)).toEqual([]);
  expect(rule).toContain("X-Robots-Tag: noindex");
});

test("a shop that isn't built is named", () => {
  expect(() => copyIntoShop({ site: makeSite(), client: makeFolder({ "a.txt": "" }) })).toThrow(
    "npm run build",
  );
});

test("links of a page lead below the path of the site, and those in code stay", () => {
  const text =
    '[a](/guides/deploy/) ![b](/images/b.svg) [c](https://c.example/) `[d](/d/)`\n\n<img alt="" src="/images/e.webp"> <div data-path="/api/v1/features">';
  expect(addBase(text, "/docs")).toBe(
    '[a](/docs/guides/deploy/) ![b](/docs/images/b.svg) [c](https://c.example/) `[d](/d/)`\n\n<img alt="" src="/docs/images/e.webp"> <div data-path="/api/v1/features">',
  );
  expect(addBase(text, "")).toBe(text);
});

test("a link of the site that leads out of its path is dead", () => {
  const folder = makeFolder({
    "index.html": '<a href="/docs/a/">a</a> <a href="/a/">shop</a>',
    "a/index.html": "",
  });
  expect(crawlSite(folder, "/docs")).toEqual({ links: 2, dead: ["index.html: /a/"] });
});
