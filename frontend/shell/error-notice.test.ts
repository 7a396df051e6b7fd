import { setupI18n } from "@lingui/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApiError } from "../http/errors.ts";
import { LinguiProvider } from "../i18n/lingui.ts";
import { ErrorNotice } from "./error-notice.tsx";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const render = (error: Error) =>
  renderToStaticMarkup(
    createElement(
      LinguiProvider,
      { value: { i18n, _: i18n._.bind(i18n) } },
      createElement(ErrorNotice, { error }),
    ),
  );

test("an unexpected error shows the reference that its message asks for, and an expected one does not", () => {
  const unexpected = new ApiError(500, { code: "internal", request_id: "req_1" }, undefined);
  expect(render(unexpected)).toContain("include the reference below.");
  expect(render(unexpected)).toContain("Reference: <code>req_1</code>");
  const expected = new ApiError(409, { code: "already_owned", request_id: "req_2" }, undefined);
  expect(render(expected)).toContain("You already own this.");
  expect(render(expected)).not.toContain("req_2");
});
