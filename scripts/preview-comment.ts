import { parseArgs } from "node:util";
import { commentOnPullRequest, openGitHub } from "./preview-pull-request.ts";

// npm run preview:comment -- --branch my-branch --url https://…   An empty url means that there is no preview.
const { values: flags } = parseArgs({
  options: { branch: { type: "string", default: "" }, url: { type: "string", default: "" } },
});

if (flags.url === "") console.log("There is no preview to tell of");
else await commentOnPullRequest(openGitHub(process.env), flags);
