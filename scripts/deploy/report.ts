import { appendFileSync } from "node:fs";

/** Prints a notice. In GitHub Actions, it also appears on the page of the workflow run. */
export function printNotice(text: string): void {
  console.log(process.env["GITHUB_ACTIONS"] ? `::notice::${text}` : text);
}

/** Prints the URL, and sets it as the output `url` of the workflow step. */
export function reportUrl(url: string): void {
  console.log(url);
  const output = process.env["GITHUB_OUTPUT"];
  if (output) appendFileSync(output, `url=${url}\n`);
}
