import { parseFlags } from "../run-script.ts";
import { commentOnPullRequest, createGitHubClient } from "../preview/pull-request.ts";

// An empty URL means that there is no preview.
const { values: flags } = parseFlags(
  "npm run preview:comment -- --branch my-branch --url https://…",
  {
    options: { branch: { type: "string", default: "" }, url: { type: "string", default: "" } },
  },
);

if (flags.url === "") console.log("No comment: there is no preview");
else await commentOnPullRequest(createGitHubClient(process.env), flags);
