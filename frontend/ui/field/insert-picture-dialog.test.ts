import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { ApiError, NetworkError } from "../../http/errors.ts";
import { explainFailure } from "./insert-picture-dialog.tsx";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("the reason why a picture was refused ends with one period", () => {
  const fields = [{ path: "image", message: "Must be 5 MB or smaller." }];
  const refusal = new ApiError(422, { code: "invalid_input", fields }, undefined);
  expect(explainFailure(i18n, refusal)).toBe(
    "The picture wasn’t uploaded: Must be 5 MB or smaller.",
  );
  expect(explainFailure(i18n, new NetworkError("offline"))).toMatch(/^Couldn’t connect\./);
});
