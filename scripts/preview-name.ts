import { createHash } from "node:crypto";

const PREFIX = "gatehouse-";
const HASH_LENGTH = 8;
/**
 * A Worker's name is a DNS label, at most 63 characters, and so is a queue's. The longest suffix we add is `-sync-dead`.
 */
const LONGEST_NAME = 53;

/**
 * The name of a branch's preview: its Worker, and what the names of its database and queues begin with. It reads like
 * the branch; the hash of the exact branch keeps `feature/a` and `feature-a` apart.
 * @throws Error for an empty branch
 */
export function previewName(branch: string): string {
  if (branch.trim() === "") throw new Error("Name the branch: --branch my-branch");
  const hash = createHash("sha256").update(branch).digest("hex").slice(0, HASH_LENGTH);
  const room = LONGEST_NAME - PREFIX.length - HASH_LENGTH - 1;
  const slug = branch
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, room)
    .replaceAll(/^-|-$/g, "");
  return PREFIX + (slug === "" ? hash : `${slug}-${hash}`);
}

/**
 * Where a preview answers.
 * @param subdomain the account's part of workers.dev, with or without `.workers.dev`
 */
export function previewOrigin(name: string, subdomain: string): string {
  return `https://${name}.${subdomain.replace(/\.workers\.dev$/, "")}.workers.dev`;
}
