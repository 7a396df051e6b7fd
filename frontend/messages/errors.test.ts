import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import type { ErrorCode } from "../../worker/errors.ts";
import { consoleErrorMessages } from "../admin/frame/console-error-messages.ts";
import { ApiError } from "../http/errors.ts";
import { addErrorMessages, describeError } from "./errors.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("a code of the console has the general message until the console brings its own", () => {
  // A newer server may answer with any code.
  const describe = (code: string) =>
    describeError(i18n, new ApiError(409, { code: code as ErrorCode }, undefined));
  const general = describe("internal");
  expect(describe("refund_outdated")).toEqual(general);
  addErrorMessages(consoleErrorMessages);
  expect(describe("refund_outdated").title).toBe("Another refund was issued in the meantime.");
  for (const code of ["cursor_expired", "__proto__", "toString"])
    expect(describe(code)).toEqual(general);
});
