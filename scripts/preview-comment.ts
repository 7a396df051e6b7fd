import { parseArgs } from "node:util";
import { commentOnPullRequest, createGitHubClient } from "./preview-pull-request.ts";

// npm run preview:comment -- --branch my-branch --url https://…   An empty URL means that there is no preview.
const { values: flags } = parseArgs({
  options: { branch: { type: "string", default: "" }, url: { type: "string", default: "" } },
});

if (flags.url === "") console.log("No comment: there is no preview");
else await commentOnPullRequest(createGitHubClient(process.env), flags);
