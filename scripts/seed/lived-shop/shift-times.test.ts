import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, test } from "vitest";
import { rewriteRows, shiftNumber, shiftText } from "./shift-times.ts";

describe("a text with times, moved by 40 days", () => {
  test.each([
    ["milliseconds", "sub_1A:ended:1790000000000", "sub_1A:ended:1793456000000"],
    ["Stripe's seconds", '{"created":1790000000,"x":1}', '{"created":1793456000,"x":1}'],
    ["an ISO time", '{"at":"2026-11-22T10:00:00.000Z"}', '{"at":"2027-01-01T10:00:00.000Z"}'],
    ["an ISO time without a fraction", "2026-11-22T10:00:00Z", "2027-01-01T10:00:00Z"],
    ["a day", "2026-11-22", "2027-01-01"],
    ["a day in JSON", '{ "day": "2026-11-22" }', '{ "day": "2027-01-01" }'],
  ])("%s", (_, text, moved) => expect(shiftText(text, 40)).toBe(moved));
});

test.each([
  ["an id with digits", "evt_1790000000000"],
  ["a key with digits", "TIDE-1790000000-17900"],
  ["a card number", '{"number":"4242424242424242"}'],
  ["an amount", '{"amount":12900}'],
  ["a decimal", '{"unit_amount_decimal":"1790000000.5"}'],
  ["a day in a sentence", "The second edition of 2026-11-22 is out."],
  ["a file name", "session-1790000000.wav"],
])("%s stays as it is", (_, text) => expect(shiftText(text, 40)).toBe(text));

test("amounts, sizes and sequences stay as they are, times move", () => {
  expect([0, 900, 12_900, 38_000_000].map((number) => shiftNumber(number, 40))).toEqual([
    0, 900, 12_900, 38_000_000,
  ]);
  expect(shiftNumber(1_790_000_000_000, -1)).toBe(1_790_000_000_000 - 86_400_000);
  expect(shiftNumber(1_790_000_000, -1)).toBe(1_790_000_000 - 86_400);
});

describe("the rows of a database", () => {
  it("the rows keep their order and rowids, also where days move to days that exist", () => {
    const database = new DatabaseSync(":memory:");
    database.exec(`
      CREATE TABLE days (day TEXT PRIMARY KEY, amount INTEGER);
      INSERT INTO days (rowid, day, amount) VALUES (3, '2026-11-22', 1), (8, '2026-11-23', 2);
      CREATE TABLE words (id TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID;
      INSERT INTO words VALUES ('a', 1790000000000);
      CREATE VIRTUAL TABLE found USING fts5(name);
      INSERT INTO found (rowid, name) VALUES (1, 'Mara 1790000000');
    `);
    rewriteRows(database, { days: 1, rewriteText: (text) => text });
    expect(database.prepare("SELECT rowid AS id, * FROM days ORDER BY rowid").all()).toEqual([
      { id: 3, day: "2026-11-23", amount: 1 },
      { id: 8, day: "2026-11-24", amount: 2 },
    ]);
    expect(database.prepare("SELECT * FROM words").all()).toEqual([
      { id: "a", at: 1_790_086_400_000 },
    ]);
    expect(database.prepare("SELECT name FROM found WHERE found MATCH 'mara'").all()).toEqual([
      { name: "Mara 1790000000" },
    ]);
  });

  it("the rows get the URLs of the shop that they are restored in", () => {
    const database = new DatabaseSync(":memory:");
    database.exec(
      'CREATE TABLE objects (data TEXT); INSERT INTO objects VALUES (\'{"url":"http://old/p"}\')',
    );
    const rewriteText = (text: string) => text.replaceAll("http://old", "http://new");
    rewriteRows(database, { days: 0, rewriteText });
    expect(database.prepare("SELECT data FROM objects").get()).toEqual({
      data: '{"url":"http://new/p"}',
    });
  });
});
