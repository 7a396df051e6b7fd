import { expect, it } from "vitest";
import { joinPages, type ListRow } from "./objects.query.ts";

const object = (value: number, id: string): ListRow => ({ data: "{}", value, id });
const end = (value: number, id: string): ListRow => ({ data: null, value, id });

it("joined pages end where one of them looked no further, after the object of that place", () => {
  const looked = [object(9, "d"), end(5, "b"), object(5, "b")];
  const whole = [object(7, "c"), object(5, "a")];
  expect(joinPages([looked, whole], 10)).toEqual([
    object(9, "d"),
    object(7, "c"),
    object(5, "b"),
    end(5, "b"),
  ]);
  expect(joinPages([whole, []], 1)).toEqual(whole);
});
