import { randomBytes } from "node:crypto";
import { openCloudflareApi } from "../deploy/cloudflare-api.ts";
import { readWorkerName, type Settings } from "../deploy/settings.ts";
import { readDeployableSettings } from "../deploy/validate-settings.ts";
import { readDataPlace } from "../deploy/data-place.ts";
import { isUnambiguousEmail } from "../../worker/lib/email-address.ts";
import { isLocale, locales } from "../../worker/shared/locales.ts";
import { checkRights } from "./checks/cloudflare.ts";
import { checkHost, isWorkerName, readHost } from "./checks/host.ts";
import { checkCloudflareMail } from "./checks/cloudflare-mail.ts";
import { checkMail } from "./checks/mail.ts";
import { checkProvider, findProviders, providerSettings } from "./checks/provider.ts";
import { checkStripeKey, readMode } from "./checks/stripe.ts";
import { accept, refuse, type Answers, type Finding } from "./finding.ts";
import { makeSecrets } from "./make-secrets.ts";
import { findExamples } from "./refuse-example.ts";
import type { Surroundings } from "./surroundings.ts";

/** What checks and questions see. `token` is the answers' one, or that of `wrangler login`. */
export type SetupContext = { answers: Answers; token: string; surroundings: Surroundings };

/** A part of the setup: some settings that belong together, and how they are checked. */
export type Step = {
  id: "cloudflare" | "name" | "host" | "place" | "shop" | "provider" | "stripe" | "mail";
  title: string;
  /** The settings that it decides. */
  names: readonly string[];
  /** Returns the settings that are needed and not there. Empty: the step can be checked. */
  findMissing(answers: Answers): string[];
  /** Checks the settings against the real thing. */
  check(context: SetupContext): Promise<Finding[]>;
};

const listUnset = (names: readonly string[]) => (answers: Answers) =>
  names.filter((name) => !answers[name]);

/** Whether somebody is named who sends emails: Cloudflare needs no key. */
const hasSender = ({ EMAIL_PROVIDER: provider, EMAIL_API_KEY: key }: Answers) =>
  provider === "cloudflare" || Boolean(key);

const allProviderNames = Object.values(providerSettings).flat();

/** Every step, in the order in which the setup asks. Later ones need answers of earlier ones. */
export const steps: Step[] = [
  {
    id: "cloudflare",
    title: "Cloudflare",
    names: ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"],
    findMissing: listUnset(["CLOUDFLARE_ACCOUNT_ID"]),
    async check({ answers, token, surroundings }) {
      const api = openCloudflareApi(surroundings, { token });
      const id = answers["CLOUDFLARE_ACCOUNT_ID"] ?? "";
      const problems = await checkRights(api, { scope: "Account", id });
      return problems.length > 0 ? problems : [accept("The token may do all that is needed.")];
    },
  },
  {
    id: "name",
    title: "Name of the Worker",
    names: ["WORKER_NAME"],
    findMissing: listUnset(["WORKER_NAME"]),
    async check({ answers }) {
      const { WORKER_NAME: name = "" } = answers;
      if (isWorkerName(name))
        return [accept(`The Worker, its database and its bucket are named ${name}.`)];
      return [
        refuse(
          `${name} cannot be the name of a Worker.`,
          "Use 3 to 40 lower-case letters, digits and hyphens, beginning with a letter.",
        ),
      ];
    },
  },
  {
    id: "host",
    title: "Address",
    names: ["AUTH_URL"],
    findMissing: listUnset(["AUTH_URL"]),
    async check({ answers, token, surroundings }) {
      const api = openCloudflareApi(surroundings, { token });
      const { findings, zoneId } = await checkHost(api, {
        accountId: answers["CLOUDFLARE_ACCOUNT_ID"] ?? "",
        workerName: answers["WORKER_NAME"] ?? "",
        authUrl: answers["AUTH_URL"] ?? "",
      });
      if (zoneId === undefined) return findings;
      return [...findings, ...(await checkRights(api, { scope: "Zone", id: zoneId }))];
    },
  },
  {
    id: "place",
    title: "Where the data is",
    names: ["DATA_LOCATION", "DATA_JURISDICTION"],
    findMissing: ({ DATA_LOCATION: location, DATA_JURISDICTION: jurisdiction }) =>
      location || jurisdiction ? [] : ["DATA_LOCATION or DATA_JURISDICTION"],
    async check({ answers }) {
      try {
        const place = readDataPlace(answers);
        return [
          accept(
            `The database and the files are in ${"location" in place! ? place.location : "the EU"}.`,
          ),
        ];
      } catch (error) {
        return [
          refuse(String(error instanceof Error ? error.message : error), "Choose one place."),
        ];
      }
    },
  },
  {
    id: "shop",
    title: "Shop",
    names: ["SHOP_NAME", "SHOP_LINE", "SETUP_LANGUAGE", "OWNER_EMAILS"],
    findMissing: listUnset(["SHOP_NAME", "SETUP_LANGUAGE", "OWNER_EMAILS"]),
    async check({ answers }) {
      const { SHOP_NAME: name = "", SETUP_LANGUAGE: language, OWNER_EMAILS: owners = "" } = answers;
      if (!isLocale(language))
        return [
          refuse(
            `The shop has no messages in ${language}.`,
            `Choose one of: ${locales.join(", ")}.`,
          ),
        ];
      const addresses = owners.split(",").map((address) => address.trim());
      const wrong = addresses.find(
        (address) => !/^\S+@\S+\.\S+$/.test(address) || !isUnambiguousEmail(address),
      );
      if (wrong !== undefined)
        return [
          refuse(
            `${wrong || "An empty text"} cannot be an owner's email address.`,
            "Set the address that you sign in with. Its part before the @ must be plain ASCII.",
          ),
        ];
      return [accept(`${name}: ${addresses.join(", ")} will be its owner.`)];
    },
  },
  {
    id: "provider",
    title: "Sign-in",
    names: [...allProviderNames, "OIDC_NAME"],
    findMissing(answers) {
      const providers = findProviders(answers);
      const hasEmail = Boolean(answers["EMAIL_FROM"] && hasSender(answers));
      if (providers.length === 0 && !hasEmail)
        return [
          "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or the settings of another provider",
        ];
      return providers.flatMap((kind) => listUnset(providerSettings[kind])(answers));
    },
    async check({ answers, surroundings }) {
      const providers = findProviders(answers);
      if (providers.length === 0) return [accept("Customers sign in by an emailed link.")];
      const origin = `https://${readHost(answers["AUTH_URL"] ?? "")}`;
      const findings = await Promise.all(
        providers.map((kind) => checkProvider(surroundings, kind, { answers, origin })),
      );
      return findings.flat();
    },
  },
  {
    id: "stripe",
    title: "Stripe",
    names: ["STRIPE_SECRET_KEY", "SETUP_LIVE"],
    findMissing: (answers) =>
      readMode(answers["STRIPE_SECRET_KEY"] ?? "") === "live"
        ? answers["SETUP_LIVE"] === "yes"
          ? []
          : ["SETUP_LIVE=yes, because the key is live and takes real payments"]
        : listUnset(["STRIPE_SECRET_KEY"])(answers),
    check: ({ answers, surroundings }) =>
      checkStripeKey(surroundings, answers["STRIPE_SECRET_KEY"] ?? ""),
  },
  {
    id: "mail",
    title: "Email",
    names: ["EMAIL_PROVIDER", "EMAIL_FROM", "EMAIL_API_KEY", "EMAIL_API_URL"],
    findMissing: (answers) =>
      answers["EMAIL_FROM"] && !hasSender(answers)
        ? ["EMAIL_API_KEY"]
        : hasSender(answers) && !answers["EMAIL_FROM"]
          ? ["EMAIL_FROM"]
          : [],
    check: ({ answers, token, surroundings }) =>
      answers["EMAIL_PROVIDER"] === "cloudflare"
        ? checkCloudflareMail(openCloudflareApi(surroundings, { token }), answers)
        : checkMail(surroundings, answers),
  },
];

/** Checks one step: first that nothing is the sandbox's, then against the real thing. */
export async function checkStep(step: Step, context: SetupContext): Promise<Finding[]> {
  const own = Object.fromEntries(step.names.map((name) => [name, context.answers[name]]));
  const examples = findExamples(own);
  if (examples.length > 0)
    return examples.map(({ name, message }) =>
      refuse(`${name} ${message.split(": ")[0]}.`, `${message.split(": ").slice(1).join(": ")}.`),
    );
  return step.check(context);
}

/** Returns the steps that have settings missing, with these. */
export function listMissing(answers: Answers): { step: Step; missing: string[] }[] {
  return steps
    .map((step) => ({ step, missing: step.findMissing(answers) }))
    .filter(({ missing }) => missing.length > 0);
}

/**
 * Checks everything that needs nobody, as a deployment will. The secrets that the setup makes may not exist yet.
 * @throws Error that names each setting that is refused
 */
export function readFinalSettings(answers: Answers): Settings {
  const toBeMade = { STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(16).toString("hex")}` };
  const env = { ...toBeMade, ...answers, ...makeSecrets(answers) };
  return readDeployableSettings(env, { name: readWorkerName(answers) });
}
