import { createHash, randomUUID } from "node:crypto";
import {
  type Account,
  type Binding,
  findLatestVersion,
  type Module,
  toBucketId,
  type UploadMetadata,
  type Version,
  type Worker,
} from "./account.ts";
import { readManifest } from "./assets.ts";
import { ApiError } from "./envelope.ts";

/** https://developers.cloudflare.com/workers/platform/limits/ */
const MAX_VARIABLE_BYTES = 5 * 1024;

/** Reads an upload, which has the metadata and each module as a part of its own. */
export async function readUpload(
  form: FormData,
): Promise<{ metadata: UploadMetadata; modules: Module[] }> {
  const part = form.get("metadata");
  const metadata = JSON.parse(
    typeof part === "string" ? part : ((await part?.text()) ?? "null"),
  ) as UploadMetadata | null;
  if (!metadata) throw new ApiError(400, 10021, "The upload has no metadata");
  const modules: Module[] = [];
  for (const [name, value] of form.entries()) {
    if (name === "metadata" || typeof value === "string") continue;
    if (value.type === "application/source-map") continue;
    modules.push({
      name,
      mimeType: value.type,
      content: new Uint8Array(await value.arrayBuffer()),
    });
  }
  const main = modules.find(({ name }) => name === metadata.main_module);
  if (!main) throw new ApiError(400, 10021, `No such module "${metadata.main_module}"`);
  return { metadata, modules: [main, ...modules.filter((module) => module !== main)] };
}

/**
 * Makes a version of an upload, without storing it. Known codes: 10181 (no such database), 10085 (no such bucket), 10021
 * (the rest of what is wrong with a script) and 100328 (a CPU limit on the free plan) from reports of wrangler's users.
 */
export function toVersion(
  account: Account,
  worker: Worker,
  { metadata, modules }: { metadata: UploadMetadata; modules: Module[] },
): Version {
  if (metadata.limits?.cpu_ms !== undefined && account.plan === "free")
    throw new ApiError(400, 100328, "CPU limits are not supported for the Free plan.");
  const bindings = resolveBindings(worker, metadata);
  checkBindings(account, bindings);
  const hash = createHash("sha256");
  for (const { name, content } of modules) hash.update(name).update(content);
  return {
    id: randomUUID(),
    number: worker.versions.length + 1,
    createdAt: new Date().toISOString(),
    metadata,
    bindings,
    modules,
    assets:
      metadata.assets?.jwt === undefined ? undefined : readManifest(account, metadata.assets.jwt),
    etag: hash.digest("hex"),
    startupMs: 0,
  };
}

/** What is inherited comes from the version that was uploaded last, also if another one is deployed. */
function resolveBindings(worker: Worker, metadata: UploadMetadata): Binding[] {
  const previous = findLatestVersion(worker)?.bindings ?? [];
  const own = (metadata.bindings ?? []).map((binding) => {
    if (binding.type !== "inherit") return binding;
    const inherited = previous.find(({ name }) => name === (binding["old_name"] ?? binding.name));
    if (!inherited)
      throw new ApiError(
        400,
        10021,
        `The binding ${binding.name} can't be inherited: there is none`,
      );
    return { ...inherited, name: binding.name };
  });
  const names = new Set(own.map(({ name }) => name));
  const kept = previous.filter(
    ({ type, name }) => !names.has(name) && metadata.keep_bindings?.includes(type),
  );
  return [...own, ...kept];
}

function checkBindings(account: Account, bindings: Binding[]): void {
  const names = bindings.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new ApiError(400, 10053, `Binding name '${twice}' already in use.`);
  for (const binding of bindings) {
    const { type, name } = binding;
    if (type === "d1" && !account.databases.has(String(binding["id"]))) {
      throw new ApiError(
        400,
        10181,
        `D1 binding '${name}' references database '${String(binding["id"])}' which was not found. Verify the database exists in your account and that the database_id in your configuration is correct.`,
      );
    }
    if (type === "r2_bucket") {
      const bucket = String(binding["bucket_name"]);
      if (!account.buckets.has(toBucketId(String(binding["jurisdiction"] ?? "default"), bucket)))
        throw new ApiError(
          400,
          10085,
          `R2 bucket '${bucket}' not found. Please use a different name and try again.`,
        );
    }
    if (type === "queue" && !hasQueue(account, String(binding["queue_name"])))
      throw new ApiError(400, 11000, `Queue '${String(binding["queue_name"])}' not found`);
    if (type === "plain_text" || type === "secret_text") {
      if (Buffer.byteLength(String(binding["text"])) > MAX_VARIABLE_BYTES)
        throw new ApiError(400, 10054, `The text of ${name} is too large: the limit is 5 kB`);
    }
  }
}

const hasQueue = (account: Account, name: string): boolean =>
  [...account.queues.values()].some((queue) => queue.name === name);
