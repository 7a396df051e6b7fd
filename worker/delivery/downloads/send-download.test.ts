import { parse } from "content-disposition";
import { describe, expect, test } from "vitest";
import { sellFile } from "../../testing/downloads.ts";
import { openTestShop } from "../../testing/shop.ts";

const shop = openTestShop();

/** A file and somebody who asks for it. */
async function open(bytes?: string, about?: Parameters<typeof sellFile>[2]) {
  const file = await sellFile(shop, bytes, about);
  const holder = await file.newHolder();
  const url = await holder.link();
  const ask = (headers: Record<string, string> = {}, method = "GET") =>
    holder.fetch(url, { headers, method });
  return { ...file, ask };
}

test("the whole says what it is, how much, and that nobody may keep it", async () => {
  const { ask, sha256 } = await open("0123456789");
  const response = await ask();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    etag: `"${sha256}"`,
    "accept-ranges": "bytes",
    "content-length": "10",
    "content-type": "text/plain",
    "content-disposition": "attachment; filename=handbook.txt",
    "cache-control": "private, no-store, no-transform",
    "x-content-type-options": "nosniff",
  });
  expect(await response.text()).toBe("0123456789");
});

test.each([
  ["bytes=0-3", "bytes 0-3/10", "0123"],
  ["bytes=-2", "bytes 8-9/10", "89"],
  ["bytes=9-", "bytes 9-9/10", "9"],
  ["bytes=4-100", "bytes 4-9/10", "456789"],
])("%s is a part: %s", async (range, contentRange, bytes) => {
  const { ask } = await open("0123456789");
  const response = await ask({ range });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(contentRange);
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  expect(await response.text()).toBe(bytes);
});

test("a range beyond the end is 416 and says how much there is", async () => {
  const { ask } = await open("0123456789");
  const response = await ask({ range: "bytes=10-" });
  expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  expect(await response.text()).toBe("");
});

test("HEAD tells the same and sends nothing", async () => {
  const { ask, sha256 } = await open("0123456789");
  const response = await ask({ range: "bytes=0-3" }, "HEAD");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-length")).toBe("10");
  expect(response.headers.get("etag")).toBe(`"${sha256}"`);
  expect(await response.text()).toBe("");
});

test("who has it already is told so", async () => {
  const { ask, sha256 } = await open();
  expect((await ask({ "if-none-match": `"${sha256}"` })).status).toBe(304);
  const other = await ask({ "if-match": '"other"' });
  expect([other.status, await other.json()]).toMatchObject([412, { code: "precondition_failed" }]);
});

test("an empty file is a whole of nothing, whatever range is asked for", async () => {
  const { ask } = await open("");
  for (const range of ["", "bytes=0-", "bytes=-5"]) {
    const response = await ask({ range });
    expect([response.status, response.headers.get("content-length")]).toEqual([200, "0"]);
    expect(await response.text()).toBe("");
  }
});

describe("what a browser might run is bytes and nothing more", () => {
  test.each([
    ["text/html", "application/octet-stream"],
    ["image/svg+xml", "application/octet-stream"],
    ["application/xhtml+xml", "application/octet-stream"],
    ["text/javascript", "application/octet-stream"],
    ["application/x-shockwave-flash", "application/octet-stream"],
    ["audio/flac", "audio/flac"],
    ["application/pdf", "application/pdf"],
    ["image/png", "image/png"],
  ])("%s is sent as %s", async (contentType, sent) => {
    const { ask } = await open("<script>alert(1)</script>", { contentType });
    const { headers } = await ask({}, "HEAD");
    expect(headers.get("content-type")).toBe(sent);
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("a hostile name", () => {
  test.each([
    ['a"; filename=b.exe; x="', 'a"; filename=b.exe; x="'],
    ["a.txt\r\nset-cookie: session=evil", "a.txtset-cookie: session=evil"],
    ["../../.ssh/authorized_keys", "_.._.ssh_authorized_keys"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["👩‍🚀 песня 100%41.flac", "👩‍🚀 песня 100%41.flac"],
    ["", "download"],
  ])("%j arrives as %j", async (fileName, saved) => {
    const { ask } = await open("x", { fileName });
    const { headers } = await ask({}, "HEAD");
    expect(headers.has("set-cookie")).toBe(false);
    const { type, parameters } = parse(headers.get("content-disposition")!);
    expect([type, parameters["filename"]]).toEqual(["attachment", saved]);
  });

  test("of 2,000 characters keeps its ending", async () => {
    const { ask } = await open("x", { fileName: `${"ü".repeat(1000)}.tar.gz` });
    const { parameters } = parse((await ask({}, "HEAD")).headers.get("content-disposition")!);
    expect(parameters["filename"]).toMatch(/^ü{90,100}\.gz$/);
  });
});
