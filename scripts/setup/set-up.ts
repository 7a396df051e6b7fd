import { applySetup, isDeployed } from "./apply-setup.ts";
import type { Dialog } from "./dialog.ts";
import type { Answers } from "./finding.ts";
import { findChangedSecrets, makeSecrets } from "./make-secrets.ts";
import { describeChanges, planChanges, type Plan } from "./plan-changes.ts";
import { readFacts, type Facts } from "./read-facts.ts";
import { completeByAsking, completeFromFile } from "./run-setup.ts";
import { readAnswersFile, readSettingsFile, writeSettingsFile } from "./settings-file.ts";
import type { SetupContext } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";

/** Wrangler and the remote bindings read these, in this process and in its children. */
function useAccount({ answers, token }: SetupContext): void {
  process.env["CLOUDFLARE_ACCOUNT_ID"] = answers["CLOUDFLARE_ACCOUNT_ID"] ?? "";
  if (answers["CLOUDFLARE_API_TOKEN"]) process.env["CLOUDFLARE_API_TOKEN"] = token;
}

/** Sets up a shop with a person in a terminal. @throws SetupCanceled */
export async function setUpByAsking(
  settingsFile: string,
  surroundings: Surroundings,
  dialog: Dialog,
): Promise<void> {
  dialog.begin("Set up a shop");
  const kept = readSettingsFile(settingsFile);
  const context = await completeByAsking({ answers: kept, settingsFile }, surroundings, dialog);
  const isSecretLost = await hasEndpointWithoutSecret(context);
  const replaceEndpoint =
    isSecretLost &&
    (await dialog.confirm({
      message:
        "Stripe has a webhook endpoint for this address, and the settings do not have its secret. Replace the endpoint?",
    }));
  if (isSecretLost && !replaceEndpoint) {
    dialog.end("Add STRIPE_WEBHOOK_SECRET to the settings, and run the setup again.");
    return;
  }
  const { complete, plan, facts } = await prepare(context, { kept, settingsFile, replaceEndpoint });
  dialog.note("What the setup does", describeChanges(plan));
  if (plan.isDone) return dialog.end(describeEnd(complete.answers, settingsFile));
  if (!(await dialog.confirm({ message: "Go on?" })))
    return dialog.end("Nothing was changed. Your answers are kept.");
  await apply(complete, facts, settingsFile);
  dialog.end(describeEnd(complete.answers, settingsFile));
}

/** Sets up a shop for a machine, without questions. */
export async function setUpFromFile(
  input: { file: string; settingsFile: string; replaceEndpoint: boolean },
  surroundings: Surroundings,
  print: (line: string) => void,
): Promise<void> {
  const { settingsFile } = input;
  const kept = readSettingsFile(settingsFile);
  const given = readAnswersFile(input.file);
  const rotated = findChangedSecrets(kept, given);
  if (rotated.length > 0)
    throw new Error(
      `The shop has another ${rotated.join(" and ")} than the file. The setup rotates nothing: change ${settingsFile} yourself if you mean it`,
    );
  const { CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID } = process.env;
  const answers = { CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID, ...kept, ...given };
  const context = await completeFromFile(answers, surroundings, print);
  const isSecretLost = await hasEndpointWithoutSecret(context);
  if (isSecretLost && !input.replaceEndpoint)
    throw new Error(
      "Stripe has a webhook endpoint for this address, and STRIPE_WEBHOOK_SECRET is missing. Add it, or run with --replace-endpoint",
    );
  const { complete, plan, facts } = await prepare(context, {
    kept,
    settingsFile,
    replaceEndpoint: isSecretLost,
  });
  print(describeChanges(plan));
  if (plan.isDone) print("Nothing to change.");
  else await apply(complete, facts, settingsFile);
  print(describeEnd(complete.answers, settingsFile));
}

/** Whether a setup stopped after Stripe had made the endpoint, or somebody else made it. */
async function hasEndpointWithoutSecret(context: SetupContext): Promise<boolean> {
  if (context.answers["STRIPE_WEBHOOK_SECRET"]) return false;
  const { stripe } = await readFacts(context, { replaceEndpoint: true });
  return stripe[0]?.change === "replace";
}

async function prepare(
  context: SetupContext,
  input: { kept: Answers; settingsFile: string; replaceEndpoint: boolean },
): Promise<{ complete: SetupContext; plan: Plan; facts: Facts }> {
  const secrets = makeSecrets(context.answers);
  const complete = { ...context, answers: { ...context.answers, ...secrets } };
  const facts = await readFacts(complete, input);
  const plan = planChanges(facts, {
    newSecrets: Object.keys(secrets),
    settingsFile: input.settingsFile,
    isFileChanged: hasChanged(input.kept, context.answers),
    isDeployed: await isDeployed(complete),
  });
  return { complete, plan, facts };
}

const hasChanged = (before: Answers, after: Answers) =>
  Object.entries(after).some(([name, value]) => (value ?? "") !== (before[name] ?? ""));

async function apply(context: SetupContext, facts: Facts, settingsFile: string): Promise<void> {
  const save = (answers: Answers) => writeSettingsFile(settingsFile, answers);
  // Before anything uses them: a lost AUTH_SECRET could not be made again.
  save(context.answers);
  useAccount(context);
  await applySetup(context, facts, save);
}

function describeEnd(answers: Answers, settingsFile: string): string {
  const origin = new URL(answers["AUTH_URL"] ?? "").origin;
  return `The shop runs at ${origin}

  1. Sign in at ${origin}/signin as ${answers["OWNER_EMAILS"]}. You are the owner, and a checklist leads you to the first sale.
  2. Put three secrets of ${settingsFile} into a safe: AUTH_SECRET, SIGNING_KEYS and STRIPE_SECRET_KEY. Without the
     first two, license keys and files that you have sold cannot be made again.
  3. To deploy again: npm run deploy -- --env-file ${settingsFile}`;
}
