import type { Facts } from "./read-facts.ts";

/** One thing that the setup needs, and what happens to it. */
export type Change = { what: string; action: "create" | "update" | "replace" | "keep" };

/** What is planned. Nothing to do: every action is `keep`. */
export type Plan = { changes: Change[]; isDone: boolean };

/**
 * Says what the setup will do, before it does any of it.
 * @param input.newSecrets the secrets that it has to make
 * @param input.isDeployed whether the Worker runs this release with exactly these settings
 */
export function planChanges(
  facts: Facts,
  input: {
    newSecrets: string[];
    settingsFile: string;
    isFileChanged: boolean;
    isDeployed: boolean;
  },
): Plan {
  const { newSecrets, settingsFile, isFileChanged, isDeployed } = input;
  const hasWorker = facts.resources.some(({ kind, exists }) => kind === "Worker" && exists);
  const changes: Change[] = [
    ...newSecrets.map((name) => ({ what: `${name}, made at random`, action: "create" as const })),
    {
      what: `the settings in ${settingsFile}`,
      action: isFileChanged || newSecrets.length > 0 ? "update" : "keep",
    },
    ...facts.resources
      .filter(({ kind }) => kind !== "Worker")
      .map(({ kind, name, exists }) => ({
        what: `the ${kind} ${name}`,
        action: exists ? ("keep" as const) : ("create" as const),
      })),
    ...facts.stripe.map(({ change, description }) => ({
      what: `at Stripe, ${description.replace(/^\w+ /, "")}`,
      action: change,
    })),
    {
      what: `the Worker ${facts.resources.find(({ kind }) => kind === "Worker")?.name}`,
      action: !hasWorker ? "create" : isDeployed ? "keep" : "update",
    },
  ];
  return { changes, isDone: changes.every(({ action }) => action === "keep") };
}

const marks: Record<Change["action"], string> = {
  create: "+ make",
  update: "~ change",
  replace: "! replace",
  keep: "  keep",
};

/** Describes each change in one line. */
export function describeChanges({ changes }: Plan): string {
  return changes.map(({ what, action }) => `${marks[action].padEnd(10)} ${what}`).join("\n");
}
