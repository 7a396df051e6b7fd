import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { listLetterFolds } from "../shared/fold-text.ts";
import { newId } from "../lib/ids.ts";
import { openDatabase } from "./client.ts";
import { idsWithPart } from "./search-parts.ts";

const db = openDatabase(env.DB);

async function insertUser(name: string | null, email: string | null): Promise<string> {
  const id = newId("usr", Date.now());
  await env.DB.prepare(
    "INSERT INTO users (id, name, email, role, status, created_at, updated_at) VALUES (?, ?, ?, 'buyer', 'active', 1, 1)",
  )
    .bind(id, name, email)
    .run();
  return id;
}

const find = async (search: string) =>
  (await db.all<{ id: string }>(idsWithPart("user", search, 100))).map(({ id }) => id);

const countIndexRows = async (id: string) =>
  (
    await env.DB.prepare(
      "SELECT (SELECT count(*) FROM search_texts WHERE id = ?1) + (SELECT count(*) FROM search_parts WHERE id = ?1) AS n",
    )
      .bind(id)
      .first<{ n: number }>()
  )?.n;

test.each([
  ["Quirin Zwölfhügel", "zwolf"],
  ["Quirin Zwölfhügel", "HÜGEL"],
  ["Quirin Zwölfhügel", "quirin zwölfhügel"],
  ["Quirin Zwölfhügel", "hügel quirin"],
  ["Jean-Rémy O’Quennevillé", "remy o’quennevil"],
  ["渡辺麗子", "麗"],
  ["渡辺麗子", "辺麗"],
  ["A_100% Wexford", "100% wex"],
  ["A_100% Wexford", "_100"],
  ["Ｗｉｄｅletters Ltd", "wideletters"],
])("%s is found by %s", async (name, search) => {
  const id = await insertUser(name, null);
  expect(await find(search)).toContain(id);
});

test("a search text of 200 words finds by its first words", async () => {
  const id = await insertUser("Wordy Ampersand", null);
  expect(await find(`wordy ${"a ".repeat(200)}`)).toEqual([id]);
});

test.each(["%", "a%b", "zwolf_"])("%s is no wildcard", async (search) => {
  const id = await insertUser("Nora Zwolfmann", "nora@example.com");
  expect(await find(search)).not.toContain(id);
});

test("an email is found by any part of its name, and by its domain from the start", async () => {
  const id = await insertUser(null, "johnsmithson@mail.quince.example");
  for (const search of [
    "smithson",
    "hnsmithson@ma",
    "hnsmithson@mail.quince.ex",
    "@mail.qu",
    "quince.ex",
  ])
    expect([search, await find(search)]).toEqual([search, expect.arrayContaining([id])]);
  expect(await find("uince.ex")).not.toContain(id);
});

test("a new name replaces the old one, and an erased user leaves nothing in the index", async () => {
  const id = await insertUser("Ottokar Vexling", "ottokar@vexling.example");
  await env.DB.prepare("UPDATE users SET name = 'Ottilie Brexling' WHERE id = ?").bind(id).run();
  expect(await find("vexling")).toContain(id);
  expect(await find("ottokar ottilie")).toContain(id);
  await env.DB.prepare("UPDATE users SET email = 'o@brexling.example' WHERE id = ?").bind(id).run();
  expect(await find("vexling")).not.toContain(id);
  expect(await find("ottilie")).toContain(id);
  await env.DB.prepare("UPDATE users SET name = NULL, email = NULL WHERE id = ?").bind(id).run();
  expect(await countIndexRows(id)).toBe(0);
});

test("a user costs one row for each letter of the name and of the email up to its domain", async () => {
  const id = await insertUser("Ada Byron", "ada@example.com");
  // The text; "adabyron", of which "ada\n…" occurs once more in the email but with other characters after it.
  expect(await countIndexRows(id)).toBe(
    1 + "AdaByron".length + "ada@".length + ["example.com", "com"].length,
  );
});

test("the database folds the same letters as the Worker", async () => {
  const { results } = await env.DB.prepare("SELECT letter, plain FROM letter_folds").all<{
    letter: string;
    plain: string;
  }>();
  expect(Object.fromEntries(results.map(({ letter, plain }) => [letter, plain]))).toEqual(
    Object.fromEntries(listLetterFolds()),
  );
});
