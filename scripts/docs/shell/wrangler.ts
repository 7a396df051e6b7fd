import { experimental_getWranglerCommands as getWranglerCommands } from "wrangler";

type Argument = { alias?: string | readonly string[] };
type Node = {
  subtree: Map<string, Node>;
  definition?: {
    type: string;
    args?: Record<string, Argument>;
    positionalArgs?: readonly string[];
    of?: string;
  };
};

/** Returns what is wrong with a command of wrangler, by what wrangler itself declares. */
export async function findWranglerProblem(args: string[]): Promise<string | undefined> {
  const { registry, globalFlags } = getWranglerCommands();
  let node = registry as unknown as Node;
  const rest = [...args];
  for (let next = node.subtree.get(rest[0] ?? ""); next; next = node.subtree.get(rest[0] ?? "")) {
    node = next;
    rest.shift();
  }
  const { definition } = node;
  const name = args.slice(0, args.length - rest.length).join(" ");
  if (definition?.type !== "command") return `wrangler has no command ${args.join(" ")}`;
  const known = Object.entries({ ...definition.args, ...(globalFlags as Record<string, Argument>) })
    .flatMap(([flag, { alias = [] }]) => [flag, alias].flat())
    .map((flag) => flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  const unknown = rest
    .filter((arg) => arg.startsWith("-"))
    .map((arg) => arg.replace(/^-+/, "").replace(/=.*$/s, ""))
    .find((flag) => !known.includes(flag));
  return unknown && `wrangler ${name} has no --${unknown}`;
}
