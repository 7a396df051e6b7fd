import { insertRows } from "./insert-rows.ts";

/** Inserts files `from` to `to` of this download, each with two versions; every hundredth file is archived. */
export async function fillFiles(benefitId: string, from: number, to: number): Promise<void> {
  await insertRows(
    "files (id, benefit_id, name, position, created_at, archived_at)",
    `printf('fil_%026d', i), '${benefitId}', printf('File %06d', (i * 7919) % 1000003), i, i,
     CASE i % 100 WHEN 0 THEN i END`,
    { from, to },
  );
  for (const number of [1, 2])
    await insertRows(
      "file_versions (id, file_id, number, label, file_name, content_type, size, sha256, r2_key, downloads, created_at)",
      `printf('fiv_${number}%025d', i), printf('fil_%026d', i), ${number}, '${number}.0', 'a.txt', 'text/plain',
       ${number}00, '', printf('${number}/%d', i), ${number}, i`,
      { from, to },
    );
}
