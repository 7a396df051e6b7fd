import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleaseManifest } from "./assets.ts";

type Release = { id: number; draft: boolean; tag_name: string; upload_url: string };

/**
 * Publishes a release at GitHub. It is a draft until every file is uploaded, so that nobody finds half of it. Can be
 * repeated: a draft that was left is replaced.
 * @param env the variables of a GitHub workflow, with a token that may write contents
 * @param release.dir the files of `writeAssets`
 * @throws Error if the release is published already, or GitHub refuses
 */
export async function publishRelease(
  env: Record<string, string | undefined>,
  release: { tag: string; dir: string },
): Promise<void> {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = env;
  if (!api || !repository || !token)
    throw new Error("GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_TOKEN are required");
  const { tag, dir } = release;
  const manifest = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8")) as ReleaseManifest;

  async function send(method: string, url: string, body?: object): Promise<unknown> {
    const file = body instanceof Uint8Array ? new Uint8Array(body) : undefined;
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/vnd.github+json",
        ...(file && { "content-type": "application/octet-stream" }),
      },
      ...(body && { body: file ?? JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`GitHub responded with ${response.status} to ${method} ${url}`);
    return response.status === 204 ? null : response.json();
  }

  const releases = `${api}/repos/${repository}/releases`;
  const existing = ((await send("GET", `${releases}?per_page=100`)) as Release[]).filter(
    (each) => each.tag_name === tag,
  );
  if (existing.some(({ draft }) => !draft)) throw new Error(`${tag} is published already.`);
  for (const { id } of existing) await send("DELETE", `${releases}/${id}`);
  const draft = (await send("POST", releases, {
    tag_name: tag,
    name: manifest.version,
    body: manifest.notes,
    draft: true,
  })) as Release;
  const uploads = draft.upload_url.replace(/\{.*$/, "");
  for (const name of readdirSync(dir).toSorted())
    await send(
      "POST",
      `${uploads}?name=${encodeURIComponent(name)}`,
      readFileSync(join(dir, name)),
    );
  await send("PATCH", `${releases}/${draft.id}`, { draft: false });
}
