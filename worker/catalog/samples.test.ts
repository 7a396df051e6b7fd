import { expect, test } from "vitest";
import { openTestShop } from "../testing/shop.ts";
import { openBrowser } from "../testing/clients/sign-in.ts";
import { MAX_SAMPLE_SIZE } from "../shared/product-media.ts";
import { detectSampleType, saveSample } from "./samples.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

test.each([
  ["audio/wav", "RIFF\0\0\0\0WAVEfmt "],
  ["audio/ogg", "OggS\0\x02"],
  ["audio/flac", "fLaC\0"],
  ["audio/mpeg", "ID3\x04"],
  ["audio/mpeg", "\xff\xfb\x90"],
  ["audio/mp4", "\0\0\0\x20ftypM4A "],
  ["video/mp4", "\0\0\0\x20ftypisom"],
  ["video/webm", "\x1aE\xdf\xa3"],
  [null, "\0\0\0\x20ftypavif"],
  [null, "\xff\xd8\xff\xe0"],
  [null, "<html><script>"],
  [null, ""],
])("the type of a sample is %s by its first bytes", (type, start) => {
  expect(detectSampleType(bytesOf(start))).toBe(type);
});

test("everybody may play a sample, from any place in it", async () => {
  const shop = openTestShop();
  const wave = bytesOf(`RIFF\0\0\0\0WAVE${crypto.randomUUID()}`);
  const saved = await saveSample(shop.ctx(), new Blob([wave]).stream());
  expect(saved).toEqual({
    kind: "sound",
    url: expect.stringMatching(/^\/api\/shop\/samples\/[0-9a-f]{64}$/),
  });
  const visitor = openBrowser({ env: shop.env });
  const whole = await visitor.fetch(saved.url);
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  expect(whole.headers.get("cache-control")).toMatch(/immutable/);
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(wave);
  const part = await visitor.fetch(saved.url, { headers: { range: "bytes=8-11" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([
    206,
    `bytes 8-11/${wave.length}`,
  ]);
  expect(await part.text()).toBe("WAVE");
  const beyond = await visitor.fetch(saved.url, { headers: { range: `bytes=${wave.length}-` } });
  expect(beyond.status).toBe(416);
  expect((await visitor.fetch(`/api/shop/samples/${"0".repeat(64)}`)).status).toBe(404);
});

test("a file that is too large, or that no browser plays, is refused with the reason", async () => {
  const ctx = openTestShop().ctx();
  const refusal = (message: RegExp) => ({
    code: "invalid_input",
    fields: [{ path: "sample", message: expect.stringMatching(message) }],
  });
  const large = new Uint8Array(MAX_SAMPLE_SIZE + 1);
  large.set(bytesOf("ID3"));
  await expect(saveSample(ctx, new Blob([large]).stream())).rejects.toMatchObject(refusal(/20 MB/));
  await expect(saveSample(ctx, new Blob(["<svg>"]).stream())).rejects.toMatchObject(refusal(/MP3/));
});
