import { toResult, type CloudflareAccount, type CloudflareAnswer } from "./cloudflare-api.ts";
import type { Target } from "./resources.ts";
import { formatCommand } from "./runner.ts";

const notFound = (code: number): CloudflareAnswer<never> => ({
  ok: false,
  status: 404,
  codes: [code],
  message: "not found",
});

/**
 * Creates a target whose commands are printed and not run, for `--dry-run`: an account that has the given databases and
 * buckets, and no queues.
 */
export function createDryRunTarget(
  existingNames: string[],
  print: (line: string) => void = console.log,
): Target {
  const uuid = "00000000-0000-4000-8000-000000000000";
  const existing = new Set(existingNames);
  const answer = (path: string): CloudflareAnswer<unknown> => {
    const { pathname, searchParams } = new URL(path, "https://account");
    const [, kind, , name = ""] = pathname.split("/");
    if (kind === "r2") return existing.has(name) ? { ok: true, result: { name } } : notFound(10006);
    if (kind === "workers") return notFound(10007);
    if (kind === "d1" && name !== "") return { ok: true, result: {} };
    const wanted = searchParams.get("name") ?? "";
    const isThere = kind === "d1" && existing.has(wanted);
    return { ok: true, result: isThere ? [{ name: wanted, uuid }] : [] };
  };
  const account: CloudflareAccount = {
    id: "dry-run",
    send: async <Result>(_method: string, path: string) => answer(path) as CloudflareAnswer<Result>,
    read: async <Result>(path: string) => toResult<Result>(path, answer(path) as never),
  };
  return {
    account,
    runner: async (command, args) => {
      print(`$ ${formatCommand(command, args)}`);
      const [topic, verb, name = ""] = args;
      if (topic === "d1" && verb === "create") existing.add(name);
      return { code: 0, stdout: "", output: "" };
    },
  };
}
