import { expect, test } from "vitest";
import { findMainAction } from "./find-main-action.ts";
import type { OwnedBenefit } from "./queries.ts";

const file = (fileName: string) => ({ id: "fil", name: "A file", newest: { id: "fiv", fileName } });
const download = (...names: string[]) => ({
  type: "download",
  name: "Files",
  files: names.map(file),
});
const feature = { type: "feature", name: "Access", limit: null };
const page = { type: "page", name: "Notes", pages: [{ slug: "one", title: "One" }] };
const link = { type: "link", name: "Map", url: "https://example.com/map" };
const key = { type: "license_key", name: "App", license: { key: "TIDE-1" } };

test.each([
  ["a sound is played", [download("a.MP3")], { do: "play", kind: "sound", versionId: "fiv" }],
  ["a video is played", [download("a.mp4")], { do: "play", kind: "video" }],
  ["a PDF is opened", [download("a.pdf", "b.epub")], { do: "show", name: "A file" }],
  ["another file is downloaded", [download("a.epub", "b.pdf")], { do: "download" }],
  ["a page is read", [page, download("a.pdf")], { do: "read", slug: "one" }],
  ["a link is opened", [link], { do: "open", url: "https://example.com/map" }],
  ["a key is copied", [key], { do: "copy", key: "TIDE-1" }],
  [
    "a download without files gives way",
    [download(), { ...page, pages: [] }, link],
    { do: "open" },
  ],
  ["a key that is not issued yet gives way", [{ ...key, license: null }, page], { do: "read" }],
] as const)("%s first", (_, benefits, action) => {
  expect(findMainAction([feature, ...benefits] as OwnedBenefit[])).toMatchObject(action);
});

test("a product of features alone has nothing to open", () => {
  expect(findMainAction([feature] as OwnedBenefit[])).toBeNull();
});
