import { expect, it } from "vitest";
import { drawSvg, toPath } from "./draw-qr-code.ts";

it("neighbors in a row of a QR code are one rectangle", () => {
  const path = toPath([
    [true, true, false],
    [false, false, true],
  ]);
  expect(path).toBe("M0 0h2v1h-2zM2 1h1v1h-1z");
  expect(drawSvg(path, 3)).toContain(`<path d="${path}"/>`);
});
