import { setupI18n } from "@lingui/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinguiProvider } from "./lingui.ts";
import { Trans } from "./trans.tsx";

const message = "Part of <0>{name}</0>.";
const i18n = setupI18n({ locale: "en", messages: { en: {} } });

function render(name: string): string {
  const trans = createElement(Trans, {
    id: "m",
    message,
    values: { name },
    components: { 0: createElement("strong") },
  });
  return renderToStaticMarkup(
    createElement(LinguiProvider, { value: { i18n, _: i18n._.bind(i18n) } }, trans),
  );
}

test("tags in a value are shown as text within a message", () => {
  expect(render("Ann")).toBe("Part of <strong>Ann</strong>.");
  expect(render("<b>Bold</b>")).toBe("Part of <strong>&lt;b&gt;Bold&lt;/b&gt;</strong>.");
  expect(render("<0>Loud</0> and <1/>")).toBe(
    "Part of <strong>&lt;0&gt;Loud&lt;/0&gt; and &lt;1/&gt;</strong>.",
  );
});
