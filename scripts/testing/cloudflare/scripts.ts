import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import {
  type Account,
  createHexId,
  type Deployment,
  findCurrentDeployment,
  findLatestVersion,
  type UploadMetadata,
  type Version,
  type Worker,
} from "./account.ts";
import { answer, ApiError } from "./envelope.ts";
import { StartupError, UnsupportedBindingError } from "./run-version.ts";
import { readUpload, toVersion } from "./upload.ts";

/** What the routes do with the versions they store. */
export type Runtime = {
  /** Starts a version. @throws StartupError | UnsupportedBindingError */
  start(version: Version): Promise<void>;
  /** Lets other versions answer from now on, and ends those that no longer do. */
  switchTo(worker: Worker): void;
  remove(worker: Worker): void;
};

/** Finds a Worker, or refuses as the routes below `/workers/scripts` do. */
export function findWorker(account: Account, name: string): Worker {
  const worker = account.workers.get(name);
  if (!worker) throw new ApiError(404, 10007, "This Worker does not exist on your account.");
  return worker;
}

/**
 * The routes of Workers, their versions, deployments and secrets. Known codes, all from wrangler's own handling: 10007 and
 * 10090 (no such Worker), 10021 (the script does not start), 10053 (a secret named as a variable), 10214 and 10215 (settings or secrets of a Worker whose latest
 * version isn't deployed) and 10220 (going back to other secrets without force). 10009 for a missing version is a guess.
 */
export function createScriptRoutes(account: Account, runtime: Runtime): Hono {
  const find = (name: string) => findWorker(account, name);

  async function upload(worker: Worker, form: FormData): Promise<Version> {
    const version = toVersion(account, worker, await readUpload(form));
    await startVersion(version);
    worker.versions.push(version);
    return version;
  }

  async function startVersion(version: Version): Promise<void> {
    const startedAt = performance.now();
    try {
      await runtime.start(version);
    } catch (error) {
      if (error instanceof StartupError || error instanceof UnsupportedBindingError)
        throw new ApiError(400, 10021, error.message);
      throw error;
    }
    version.startupMs = Math.round(performance.now() - startedAt);
  }

  function deploy(
    worker: Worker,
    versions: Deployment["versions"],
    message: string | undefined,
  ): Deployment {
    const deployment = {
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      message,
      versions,
    };
    worker.deployments.push(deployment);
    runtime.switchTo(worker);
    return deployment;
  }

  /** Makes and deploys a version that differs from the latest in its secrets only. */
  async function changeSecrets(worker: Worker, secrets: Record<string, string | null>) {
    const latest = findLatestVersion(worker);
    if (!latest) throw new ApiError(404, 10007, "This Worker does not exist on your account.");
    requireLatestDeployed(
      worker,
      10215,
      "Secret edit failed. You attempted to modify a secret, but the latest version of your Worker isn't currently deployed. Please ensure that the latest version of your Worker is fully deployed (wrangler versions deploy) before updating secrets.",
    );
    const taken = latest.bindings.find(
      ({ name, type }) => secrets[name] != null && type !== "secret_text",
    );
    if (taken)
      throw new ApiError(
        400,
        10053,
        `Binding name '${taken.name}' already in use. Please use a different name and try again.`,
      );
    const version: Version = {
      ...latest,
      id: randomUUID(),
      number: latest.number + 1,
      createdAt: new Date().toISOString(),
      bindings: [
        ...latest.bindings.filter(({ name }) => !(name in secrets)),
        ...Object.entries(secrets).flatMap(([name, text]) =>
          text === null ? [] : [{ type: "secret_text", name, text }],
        ),
      ],
    };
    await startVersion(version);
    worker.versions.push(version);
    deploy(worker, [{ version_id: version.id, percentage: 100 }], undefined);
  }

  const findVersion = (worker: Worker, id: string): Version => {
    const version = worker.versions.find((each) => each.id === id);
    if (!version) throw new ApiError(404, 10009, `Version ${id} not found`);
    return version;
  };

  return new Hono()
    .get("/scripts", (c) => answer(c, [...account.workers.values()].map(describeScript)))
    .get("/services/:script", (c) => {
      const worker = account.workers.get(c.req.param("script"));
      if (!worker) throw new ApiError(404, 10090, "workers.api.error.service_not_found");
      return answer(c, {
        id: worker.name,
        default_environment: { environment: "production", script: describeScript(worker) },
      });
    })
    .delete("/services/:script", (c) => {
      const worker = account.workers.get(c.req.param("script"));
      if (!worker) throw new ApiError(404, 10090, "workers.api.error.service_not_found");
      account.workers.delete(worker.name);
      for (const [host, domain] of account.domains)
        if (domain.worker === worker.name) account.domains.delete(host);
      for (const queue of account.queues.values())
        if (queue.consumer?.worker === worker.name) queue.consumer = undefined;
      runtime.remove(worker);
      return answer(c, null);
    })
    .get("/workers/:script", (c) => {
      const worker = find(c.req.param("script"));
      const suffix = `-${worker.name}.${account.subdomain}.workers.dev`;
      return answer(c, {
        id: worker.tag,
        name: worker.name,
        tags: worker.settings["tags"] ?? [],
        observability: worker.settings["observability"] ?? { enabled: false },
        subdomain: {
          ...worker.subdomain,
          ...(account.subdomain && {
            url: `https://${worker.name}.${account.subdomain}.workers.dev`,
            preview_url_suffix: suffix,
          }),
        },
      });
    })
    .put("/scripts/:script", async (c) => {
      const form = await c.req.raw.formData();
      const name = c.req.param("script");
      const worker = account.workers.get(name) ?? createWorker(name);
      const version = await upload(worker, form);
      account.workers.set(name, worker);
      deploy(worker, [{ version_id: version.id, percentage: 100 }], readMessage(version.metadata));
      return answer(c, {
        id: worker.name,
        tag: worker.tag,
        etag: version.etag,
        deployment_id: version.id.replaceAll("-", ""),
        startup_time_ms: version.startupMs,
        has_preview: false,
        has_assets: version.assets !== undefined,
        created_on: worker.createdAt,
        modified_on: version.createdAt,
      });
    })
    .post("/scripts/:script/versions", async (c) => {
      const worker = find(c.req.param("script"));
      return answer(c, describeVersion(await upload(worker, await c.req.raw.formData())));
    })
    .get("/scripts/:script/versions", (c) => {
      const worker = find(c.req.param("script"));
      return answer(c, { items: worker.versions.toReversed().map(describeVersion) });
    })
    .get("/scripts/:script/versions/:version", (c) => {
      const worker = find(c.req.param("script"));
      return answer(c, describeVersion(findVersion(worker, c.req.param("version"))));
    })
    .get("/scripts/:script/deployments", (c) => {
      const worker = find(c.req.param("script"));
      return answer(c, {
        deployments: worker.deployments.toReversed().slice(0, 10).map(describeDeployment),
      });
    })
    .post("/scripts/:script/deployments", async (c) => {
      const worker = find(c.req.param("script"));
      const body = await c.req.json<{
        versions: Deployment["versions"];
        annotations?: Record<string, string>;
      }>();
      const versions = body.versions.map(({ version_id }) => findVersion(worker, version_id));
      const total = body.versions.reduce((sum, { percentage }) => sum + percentage, 0);
      if (total !== 100) throw new ApiError(400, 10021, "The percentages must add up to 100");
      const current = findCurrentDeployment(worker)?.versions[0]?.version_id;
      const hasOtherSecrets = versions.some(
        (version) => current !== undefined && !haveSameSecrets(worker, version, current),
      );
      if (hasOtherSecrets && c.req.query("force") !== "true" && !isNewest(worker, versions)) {
        throw new ApiError(
          400,
          10220,
          "The secrets of the version that you roll back to differ from those of the current one",
        );
      }
      for (const version of versions) await startVersion(version);
      const message = body.annotations?.["workers/message"];
      return answer(c, describeDeployment(deploy(worker, body.versions, message)));
    })
    .get("/scripts/:script/secrets", (c) => {
      const latest = findLatestVersion(find(c.req.param("script")));
      return answer(
        c,
        listSecrets(latest).map(({ name, type }) => ({ name, type })),
      );
    })
    .put("/scripts/:script/secrets", async (c) => {
      const { name, text } = await c.req.json<{ name: string; text: string }>();
      await changeSecrets(find(c.req.param("script")), { [name]: text });
      return answer(c, { name, type: "secret_text" });
    })
    .delete("/scripts/:script/secrets/:name", async (c) => {
      await changeSecrets(find(c.req.param("script")), { [c.req.param("name")]: null });
      return answer(c, null);
    })
    .patch("/scripts/:script/secrets-bulk", async (c) => {
      const { secrets } = await c.req.json<{ secrets: Record<string, { text: string } | null> }>();
      const changes = Object.entries(secrets).map(([name, secret]): [string, string | null] => [
        name,
        secret?.text ?? null,
      ]);
      await changeSecrets(find(c.req.param("script")), Object.fromEntries(changes));
      return answer(c, null);
    })
    .get("/scripts/:script/settings", (c) => {
      const worker = find(c.req.param("script"));
      const latest = findLatestVersion(worker);
      return answer(c, {
        ...worker.settings,
        bindings: (latest?.bindings ?? []).map(hideSecret),
        compatibility_date: latest?.metadata.compatibility_date,
        compatibility_flags: latest?.metadata.compatibility_flags ?? [],
      });
    })
    .patch("/scripts/:script/settings", (c) => {
      requireLatestDeployed(
        find(c.req.param("script")),
        10214,
        "The latest version of your Worker isn't currently deployed",
      );
      throw new ApiError(501, 10021, "The stand-in changes no settings of a version");
    })
    .patch("/scripts/:script/script-settings", async (c) => {
      const worker = find(c.req.param("script"));
      Object.assign(worker.settings, await c.req.json<Record<string, unknown>>());
      return answer(c, worker.settings);
    })
    .get("/scripts/:script/references", (c) => {
      find(c.req.param("script"));
      return answer(c, { services: { incoming: [], outgoing: [] } });
    })
    .get("/tails/by-consumer/:script", (c) => answer(c, []));
}

const createWorker = (name: string): Worker => ({
  name,
  tag: createHexId(),
  createdAt: new Date().toISOString(),
  versions: [],
  deployments: [],
  crons: [],
  subdomain: { enabled: false, previews_enabled: false },
  settings: {},
});

function requireLatestDeployed(worker: Worker, code: number, message: string): void {
  const deployed = findCurrentDeployment(worker)?.versions;
  const latest = findLatestVersion(worker);
  const isDeployed = deployed?.length === 1 && deployed[0]?.version_id === latest?.id;
  if (!isDeployed) throw new ApiError(400, code, message);
}

const listSecrets = (version: Version | undefined) =>
  (version?.bindings ?? []).filter(({ type }) => type === "secret_text");

function haveSameSecrets(worker: Worker, version: Version, otherId: string): boolean {
  const other = worker.versions.find(({ id }) => id === otherId);
  const read = (each: Version | undefined) =>
    JSON.stringify(
      listSecrets(each)
        .map(({ name, text }) => [name, text])
        .toSorted(),
    );
  return read(version) === read(other);
}

const isNewest = (worker: Worker, versions: Version[]): boolean =>
  versions.length === 1 && versions[0] === findLatestVersion(worker);

const readMessage = (metadata: UploadMetadata) => metadata.annotations?.["workers/message"];

const describeScript = (worker: Worker) => ({
  id: worker.name,
  tag: worker.tag,
  tags: worker.settings["tags"] ?? [],
  etag: findLatestVersion(worker)?.etag,
  last_deployed_from: "wrangler",
  created_on: worker.createdAt,
  modified_on: findLatestVersion(worker)?.createdAt ?? worker.createdAt,
});

const hideSecret = ({ type, name, text, ...rest }: Version["bindings"][number]) =>
  type === "secret_text"
    ? { type, name }
    : { type, name, ...(text !== undefined && { text }), ...rest };

const describeVersion = (version: Version) => ({
  id: version.id,
  number: version.number,
  startup_time_ms: version.startupMs,
  metadata: {
    created_on: version.createdAt,
    modified_on: version.createdAt,
    source: "wrangler",
    author_id: "user",
    author_email: "owner@example.com",
    hasPreview: true,
    has_preview: true,
  },
  annotations: { "workers/triggered_by": "upload", ...version.metadata.annotations },
  resources: {
    script: { etag: version.etag, handlers: ["fetch"], last_deployed_from: "wrangler" },
    script_runtime: {
      compatibility_date: version.metadata.compatibility_date,
      compatibility_flags: version.metadata.compatibility_flags,
      usage_model: "standard",
      ...(version.metadata.limits && { limits: version.metadata.limits }),
    },
    bindings: version.bindings.map(hideSecret),
  },
});

const describeDeployment = (deployment: Deployment) => ({
  id: deployment.id,
  source: "wrangler",
  strategy: "percentage",
  author_email: "owner@example.com",
  created_on: deployment.createdAt,
  annotations: {
    "workers/triggered_by": "deployment",
    ...(deployment.message && { "workers/message": deployment.message }),
  },
  versions: deployment.versions,
});
