import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { listCalls, type ApiDocument } from "../../../worker/shared/api-document.ts";
import { stripeCommands } from "../../stripe/commands.ts";
import { parseAs, readDeclared, type Declared } from "./options.ts";
import type { ShellCommand } from "./read-commands.ts";
import { findWranglerProblem } from "./wrangler.ts";

type Manifest = { scripts?: Record<string, string>; bin?: Record<string, string> };

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;

/** npm's own commands that the documents use. `npm help` describes each. */
const npmCommands: Record<string, string[]> = {
  pack: ["--workspace", "--pack-destination"],
  install: ["--save-dev"],
  init: ["-y"],
  pkg: [],
};

/** Scripts that hand their arguments on, and what they may be. */
const handedOn: Record<string, Declared> = {
  "migration:new": { options: { name: { type: "string" } }, allowPositionals: false },
  fuzz: { options: {}, allowPositionals: true },
  test: { options: { "without-journeys": { type: "boolean" } }, allowPositionals: true },
  "test:scale": { options: {}, allowPositionals: true },
};

const builtIns = ["cd", "mkdir", "export", "grep"];

/** Returns what is wrong with a command: the program doesn't exist, or it would refuse its arguments. */
export async function findProblem(command: ShellCommand): Promise<string | undefined> {
  const { program, args, variables } = command;
  const unread = variables.filter((name) => program !== "" && !isRead(name));
  if (unread.length > 0 && program !== "node") return `nothing reads ${unread.join(", ")}`;
  try {
    if (program === "npm") return checkNpm(args);
    if (program === "npx") return await checkNpx(args);
    if (program === "wrangler") return await findWranglerProblem(args);
    if (program === "git") return checkGit(args);
    if (program === "curl") return checkCurl(args);
    if (program === "node") return checkNode(args);
  } catch (error) {
    return String((error as Error).message);
  }
  if (program === "" || builtIns.includes(program)) return undefined;
  return `${program} is no program that this test knows`;
}

let sources: string | undefined;

/** Whether a program of the repository reads this variable. */
function isRead(name: string): boolean {
  sources ??= globSync(["scripts/**/*.ts", "packages/sandbox/**/*.ts", "worker/testing/**/*.ts"], {
    exclude: (path) => /node_modules|\.test\.ts$/.test(path),
  })
    .map((path) => readFileSync(path, "utf8"))
    .concat(readFileSync("vitest.config.ts", "utf8"))
    .join("\n");
  return new RegExp(`\\b${name}\\b`).test(sources);
}

function checkNpm(args: string[]): string | undefined {
  const [verb = "", ...rest] = args;
  if (verb in npmCommands) {
    const unknown = rest.find((arg) => arg.startsWith("-") && !npmCommands[verb]?.includes(arg));
    if (unknown) return `npm ${verb} is not known to take ${unknown}`;
    const workspace = rest[rest.indexOf("--workspace") + 1];
    return rest.includes("--workspace") ? findWorkspace(workspace ?? "").problem : undefined;
  }
  const [name = "", ...more] = verb === "run" ? rest : [verb, ...rest];
  const split = more.indexOf("--");
  const [forNpm, forScript] =
    split === -1 ? [more, []] : [more.slice(0, split), more.slice(split + 1)];
  if (forNpm[0] === "-w") {
    const { folder, problem } = findWorkspace(forNpm[1] ?? "");
    return problem ?? checkScript(folder, name, forScript);
  }
  if (forNpm.length > 0) return `npm would take ${forNpm.join(" ")} for itself: write -- before it`;
  if (verb !== "run" && !["start", "test"].includes(verb)) return `npm has no command ${verb}`;
  return checkScript(".", name, forScript);
}

function findWorkspace(name: string): { folder: string; problem?: string } {
  const folder = globSync(["packages/*", "examples/*"]).find(
    (path) =>
      existsSync(`${path}/package.json`) && (readManifest(path) as { name?: string }).name === name,
  );
  return folder ? { folder } : { folder: "", problem: `there is no workspace ${name}` };
}

function checkScript(folder: string, name: string, args: string[]): string | undefined {
  const script = readManifest(folder).scripts?.[name];
  if (script === undefined) return `there is no script ${name}`;
  const [, command] = /^node scripts\/with-tools\.mjs ([\w-]+)$/.exec(script) ?? [];
  if (command === undefined) return args.length > 0 ? `${name} takes no arguments here` : undefined;
  const path = `scripts/commands/${command}.ts`;
  const positionals = parseAs(handedOn[name] ?? readDeclared(path), args);
  return checkWords(name, positionals, path);
}

/** Checks the words that choose what a command does. */
function checkWords(name: string, words: string[], path: string): string | undefined {
  const [first] = words;
  if (first === undefined) return undefined;
  if (name === "stripe")
    return words.join(" ") in stripeCommands ? undefined : `stripe has no ${words.join(" ")}`;
  if (name === "test")
    return globSync("{worker,frontend,scripts,packages}/**/*.{test,spec}.{ts,tsx}").some((file) =>
      file.includes(first),
    )
      ? undefined
      : `no test has ${first} in its path`;
  // A version, which exists somewhere else.
  if (name === "rollback") return undefined;
  const source = readFileSync(path, "utf8");
  return source.includes(`"${first}"`) ? undefined : `${name} has no ${first}`;
}

async function checkNpx(args: string[]): Promise<string | undefined> {
  const [name = "", ...rest] = args;
  if (name === "wrangler") return await findWranglerProblem(rest);
  // `npm run docs:next` runs it.
  if (args[1]?.startsWith("create-next-app@")) return undefined;
  const sandbox = ["@gatehouse/sandbox", "--package"];
  if (!sandbox.includes(name)) return `npx ${name} is no program that this test knows`;
  if (name === "--package") {
    const bin = rest[1] ?? "";
    return bin in (readManifest("packages/sandbox").bin ?? {}) ? undefined : `no bin ${bin}`;
  }
  parseAs(readDeclared("packages/sandbox/cli/read-flags.ts"), rest);
  return undefined;
}

function checkGit(args: string[]): string | undefined {
  const [verb = "", ...rest] = args;
  const { stdout, stderr, status } = spawnSync("git", [verb, "-h"], { encoding: "utf8" });
  if (status !== 129) return `git has no ${verb}`;
  const help = stdout + stderr;
  const unknown = rest.find(
    (arg) => arg.startsWith("-") && !help.replaceAll("[no-]", "").includes(arg.replace(/=.*/, "")),
  );
  return unknown && `git ${verb} has no ${unknown}`;
}

let curlOptions: string | undefined;

function checkCurl(args: string[]): string | undefined {
  curlOptions ??= spawnSync("curl", ["--help", "all"], { encoding: "utf8" }).stdout ?? "";
  for (const arg of args.filter((each) => /^--?[a-zA-Z]/.test(each))) {
    const names = arg.startsWith("--") ? [arg] : Array.from(arg.slice(1), (letter) => `-${letter}`);
    const unknown = names.find(
      (each) => !new RegExp(`^ *(-\\w, +)?${each}\\b`, "m").test(curlOptions!),
    );
    // Without curl on this machine, its options can't be asked for.
    if (unknown && curlOptions !== "") return `curl has no ${unknown}`;
  }
  const [, path] = /\/api\/v1(\/[\w/…-]+)/.exec(args.join(" ")) ?? [];
  const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as ApiDocument;
  const named = args[args.indexOf("-X") + 1]!.toLowerCase();
  const sends = args.includes("-d") || args.includes("--data");
  const method = args.includes("-X") ? named : sends ? "post" : "get";
  // The documents shorten ids: `usr_…`.
  const shape = path?.replaceAll(/\w+_…/g, "{id}");
  const isCall = listCalls(document).some(
    (call) => call.path.replace("/api/v1", "") === shape && call.method === method,
  );
  return path === undefined || isCall ? undefined : `the API has no ${method} ${path}`;
}

/** A program of the repository, or the file that the guide has the reader write. */
function checkNode([file = ""]: string[]): string | undefined {
  return file === "server.ts" || existsSync(file) ? undefined : `there is no ${file}`;
}
