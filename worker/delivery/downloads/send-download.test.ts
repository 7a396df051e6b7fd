import { parse } from "content-disposition";
import { describe, expect, test } from "vitest";
import { createFileProduct } from "../../testing/fixtures/downloads.ts";
import { openTestShop } from "../../testing/shop.ts";

const shop = openTestShop();

/** Creates a file and returns a function that requests it as a user with access. */
async function createDownload(bytes?: string, about?: Parameters<typeof createFileProduct>[2]) {
  const file = await createFileProduct(shop, bytes, about);
  const user = await file.createUserWithAccess();
  const url = await user.link();
  const request = (headers: Record<string, string> = {}, method = "GET") =>
    user.fetch(url, { headers, method });
  return { ...file, request };
}

test("a full download has the type, length and entity tag, and forbids caching", async () => {
  const { request, sha256 } = await createDownload("0123456789");
  const response = await request();
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
])("range %s returns 206 with Content-Range %s", async (range, contentRange, bytes) => {
  const { request } = await createDownload("0123456789");
  const response = await request({ range });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(contentRange);
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  expect(await response.text()).toBe(bytes);
});

test("a range beyond the end returns 416 with the file size", async () => {
  const { request } = await createDownload("0123456789");
  const response = await request({ range: "bytes=10-" });
  expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  expect(await response.text()).toBe("");
});

test("HEAD returns the headers of the full file and no body", async () => {
  const { request, sha256 } = await createDownload("0123456789");
  const response = await request({ range: "bytes=0-3" }, "HEAD");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-length")).toBe("10");
  expect(response.headers.get("etag")).toBe(`"${sha256}"`);
  expect(await response.text()).toBe("");
});

test("a matching If-None-Match returns 304, and a different If-Match returns 412", async () => {
  const { request, sha256 } = await createDownload();
  expect((await request({ "if-none-match": `"${sha256}"` })).status).toBe(304);
  const other = await request({ "if-match": '"other"' });
  expect([other.status, await other.json()]).toMatchObject([412, { code: "precondition_failed" }]);
});

test("an empty file returns 200 and no bytes for any range", async () => {
  const { request } = await createDownload("");
  for (const range of ["", "bytes=0-", "bytes=-5"]) {
    const response = await request({ range });
    expect([response.status, response.headers.get("content-length")]).toEqual([200, "0"]);
    expect(await response.text()).toBe("");
  }
});

describe("types that a browser might execute are sent as octet-stream", () => {
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
    const { request } = await createDownload("<script>alert(1)</script>", { contentType });
    const { headers } = await request({}, "HEAD");
    expect(headers.get("content-type")).toBe(sent);
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("a malicious file name", () => {
  test.each([
    ['a"; filename=b.exe; x="', 'a"; filename=b.exe; x="'],
    ["a.txt\r\nset-cookie: session=evil", "a.txtset-cookie: session=evil"],
    ["../../.ssh/authorized_keys", "_.._.ssh_authorized_keys"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["👩‍🚀 песня 100%41.flac", "👩‍🚀 песня 100%41.flac"],
    ["", "download"],
  ])("a malicious file name %j is sent as %j", async (fileName, saved) => {
    const { request } = await createDownload("x", { fileName });
    const { headers } = await request({}, "HEAD");
    expect(headers.has("set-cookie")).toBe(false);
    const { type, parameters } = parse(headers.get("content-disposition")!);
    expect([type, parameters["filename"]]).toEqual(["attachment", saved]);
  });

  test("a file name of more than 1,000 characters is truncated but keeps its extension", async () => {
    const { request } = await createDownload("x", { fileName: `${"ü".repeat(1000)}.tar.gz` });
    const { parameters } = parse((await request({}, "HEAD")).headers.get("content-disposition")!);
    expect(parameters["filename"]).toMatch(/^ü{90,100}\.gz$/);
  });
});

describe("a file that the browser shows", () => {
  const openShown = async (contentType: string, fileName: string) => {
    const file = await createFileProduct(shop, "0123456789", { contentType, fileName });
    const user = await file.createUserWithAccess();
    const url = `${await user.link()}?show`;
    return (headers: Record<string, string> = {}) => user.fetch(url, { headers });
  };

  test.each([
    ["application/pdf", "a.pdf", "inline", /object-src 'self'/],
    ["audio/mpeg", "a.mp3", "inline", /script-src 'self'/],
    ["text/html", "a.html", "attachment", /script-src 'self'/],
    ["image/svg+xml", "a.svg", "attachment", /script-src 'self'/],
  ])("%s is sent %s as %s", async (contentType, fileName, disposition, policy) => {
    const { headers } = await (await openShown(contentType, fileName))();
    expect(parse(headers.get("content-disposition")!).type).toBe(disposition);
    expect(headers.get("content-security-policy")).toMatch(policy);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});
