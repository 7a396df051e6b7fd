import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { ApiError } from "../../http/errors.ts";
import { FileUnavailableError, type Upload } from "./upload-queue.ts";
import { describeTimeLeft, describeUpload } from "./upload-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const upload: Upload = {
  key: 1,
  fileId: "fil_1",
  name: "film.mov",
  size: 80_000_000,
  state: "sending",
  sent: 24_000_000,
  bytesPerSecond: 1_000_000,
  error: null,
  sha256: null,
};

test.each<[Partial<Upload>, string]>([
  [{}, "24 MB of 80 MB · about 60 seconds left"],
  [{ bytesPerSecond: null }, "24 MB of 80 MB"],
  [{ state: "waiting", sent: 0 }, "80 MB · Queued"],
  [{ state: "waiting" }, "24 MB of 80 MB · Queued"],
  [{ state: "paused" }, "24 MB of 80 MB · Paused"],
  [
    { state: "failed", error: new FileUnavailableError() },
    "24 MB of 80 MB · The file was changed or moved. Choose it again.",
  ],
  [
    { state: "failed", error: new ApiError(404, { code: "not_found" }, undefined) },
    "24 MB of 80 MB · The file was archived or deleted in Gatehouse.",
  ],
])("%j", (changes, expected) => {
  expect(describeUpload(i18n, { ...upload, ...changes })).toBe(expected);
});

test.each([
  [5, "a few seconds left"],
  [45, "about 50 seconds left"],
  [600, "about 10 minutes left"],
  [7200, "about 2 hours left"],
])("%i seconds", (seconds, expected) => {
  expect(describeTimeLeft(i18n, { size: seconds * 10, sent: 0, bytesPerSecond: 10 })).toBe(
    expected,
  );
});
