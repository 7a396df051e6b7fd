import { createHash } from "node:crypto";

const PREFIX = "gatehouse-";
const HASH_LENGTH = 8;
/** Workers and queues have names of at most 63 characters. The longest suffix that we add is `-sync-dead`. */
const MAX_NAME_LENGTH = 53;

/**
 * Returns the name of a branch's preview, which is the name of its Worker and database and the prefix of its queues and
 * bucket. It resembles the branch; the hash makes `feature/a` and `feature-a` different.
 * @throws Error for an empty branch
 */
export function getPreviewName(branch: string): string {
  if (branch.trim() === "") throw new Error("No branch given: use --branch my-branch");
  const hash = createHash("sha256").update(branch).digest("hex").slice(0, HASH_LENGTH);
  const maxSlugLength = MAX_NAME_LENGTH - PREFIX.length - HASH_LENGTH - 1;
  const slug = branch
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replaceAll(/^-|-$/g, "");
  return PREFIX + (slug === "" ? hash : `${slug}-${hash}`);
}

/**
 * Returns the scheme and host of a preview.
 * @param subdomain the account's part of workers.dev, with or without `.workers.dev`
 * @throws Error for anything else, such as a URL
 */
export function getPreviewOrigin(name: string, subdomain: string): string {
  const label = subdomain.replace(/\.workers\.dev$/, "");
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
    throw new Error(
      "WORKERS_SUBDOMAIN: must be the account's subdomain of workers.dev, as in acme or acme.workers.dev",
    );
  return `https://${name}.${label}.workers.dev`;
}
