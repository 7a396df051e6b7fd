import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { choosePlace } from "./choose-place.ts";

async function answer(lines: string[]) {
  const output = new PassThrough();
  const place = await choosePlace({
    input: Readable.from(lines.map((line) => `${line}\n`)),
    output,
  });
  output.end();
  return { place, printed: await text(output) };
}

test("the place is asked until one of the numbers is the answer", async () => {
  const { place, printed } = await answer(["", "weur", "9", "0", "1"]);
  expect(place).toEqual({ location: "weur" });
  expect(printed).toContain("Keep this in your settings: DATA_LOCATION=weur");
});

test("the jurisdiction of the EU is one of the places", async () => {
  const { place, printed } = await answer(["7"]);
  expect(place).toEqual({ jurisdiction: "eu" });
  expect(printed).toContain("DATA_JURISDICTION=eu");
});

test("a closed terminal chooses no place", async () => {
  await expect(answer(["x"])).rejects.toThrow("nothing was changed");
});
