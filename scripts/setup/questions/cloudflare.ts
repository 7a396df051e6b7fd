import { openCloudflareApi } from "../../deploy/cloudflare-api.ts";
import { dataLocations } from "../../deploy/data-place.ts";
import {
  describeNeededRights,
  findWorkersSubdomain,
  listAccounts,
  listZones,
} from "../checks/cloudflare.ts";
import { isWorkerName, toAuthUrl } from "../checks/host.ts";
import { findCloudflareToken } from "../find-token.ts";
import type { AskStep } from "./ask-step.ts";

export const askCloudflare: AskStep = async ({ answers, dialog, surroundings, token: known }) => {
  let token = answers["CLOUDFLARE_API_TOKEN"];
  // A token that was refused has been edited now, or another one is needed.
  const way = await dialog.choose({
    message: "How may the setup use your Cloudflare account?",
    choices: [
      { value: "token", label: "With an API token", hint: "can be limited to what is needed" },
      { value: "login", label: "With wrangler login", hint: "opens your browser" },
      ...(known
        ? [{ value: "known" as const, label: "As before", hint: "its rights were changed" }]
        : []),
    ],
  });
  if (way === "token") {
    dialog.note("An API token", describeNeededRights());
    token = await dialog.secret({ message: "Paste the token" });
  } else if (way === "login") {
    token = undefined;
    if (!(await findCloudflareToken({}, surroundings.runner))) await surroundings.logIn();
  }
  const usable = token ?? (await findCloudflareToken({}, surroundings.runner)) ?? "";
  const accounts = await listAccounts(openCloudflareApi(surroundings, { token: usable }));
  const [only] = accounts;
  const accountId =
    accounts.length === 1 && only
      ? only.id
      : accounts.length > 1
        ? await dialog.choose({
            message: "Which account?",
            choices: accounts.map(({ id, name }) => ({ value: id, label: name, hint: id })),
          })
        : await dialog.text({
            message: "Account ID, as the address of Cloudflare's dashboard has it",
            initialValue: answers["CLOUDFLARE_ACCOUNT_ID"],
            validate: (id) =>
              /^[0-9a-f]{32}$/.test(id) ? undefined : "It has 32 digits and letters from a to f.",
          });
  return { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: accountId };
};

export const askName: AskStep = async ({ answers, dialog }) => ({
  WORKER_NAME: await dialog.text({
    message: "Name of the Worker. Its database, queues and bucket are named after it",
    initialValue: answers["WORKER_NAME"] ?? "gatehouse",
    validate: (name) =>
      isWorkerName(name) ? undefined : "Use 3 to 40 lower-case letters, digits and hyphens.",
  }),
});

export const askHost: AskStep = async ({ answers, dialog, surroundings, token = "" }) => {
  const api = openCloudflareApi(surroundings, { token });
  const accountId = answers["CLOUDFLARE_ACCOUNT_ID"] ?? "";
  const [subdomain, zones = []] = await Promise.all([
    findWorkersSubdomain(api, accountId),
    listZones(api, accountId),
  ]);
  const onWorkersDev = subdomain && `${answers["WORKER_NAME"]}.${subdomain}.workers.dev`;
  const zone = await dialog.choose({
    message: "Where do customers find the shop?",
    choices: [
      ...zones.map(({ name }) => ({ value: name, label: `On ${name}`, hint: "your domain" })),
      ...(onWorkersDev
        ? [{ value: "", label: `At ${onWorkersDev}`, hint: "cannot be moved later" }]
        : []),
      { value: "other", label: "Somewhere else" },
    ],
  });
  if (zone === "" && onWorkersDev) return { AUTH_URL: toAuthUrl(onWorkersDev) };
  const host = await dialog.text({
    message: "Host name of the shop",
    ...(zone !== "other" && { initialValue: `shop.${zone}` }),
    validate: (text) =>
      URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text
        ? undefined
        : "Only the host name, in lower case: shop.your-domain.com",
  });
  return { AUTH_URL: toAuthUrl(host) };
};

export const askPlace: AskStep = async ({ dialog }) => {
  dialog.note(
    "Where the data is",
    "Cloudflare keeps the database and the files where they are created, for ever.\nChoose the place closest to your customers. The EU's jurisdiction also promises\nthat nothing is stored outside of the EU.",
  );
  let place = "";
  // No place is chosen by only pressing Enter.
  while (place === "")
    place = await dialog.choose({
      message: "Where shall the data be?",
      choices: [
        { value: "", label: "Choose one:" },
        { value: "eu", label: "In the EU, guaranteed" },
        ...Object.entries(dataLocations).map(([value, label]) => ({ value, label: `In ${label}` })),
      ],
    });
  return place === "eu"
    ? { DATA_LOCATION: "", DATA_JURISDICTION: "eu" }
    : { DATA_LOCATION: place, DATA_JURISDICTION: "" };
};
