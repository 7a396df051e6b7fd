import { appendFileSync } from "node:fs";

/** Says something that must be seen. On GitHub it stands on the run's page. */
export function notice(text: string): void {
  console.log(process.env["GITHUB_ACTIONS"] ? `::notice::${text}` : text);
}

/** Prints the address, and hands it to the workflow's next steps as the output `url`. */
export function reportUrl(url: string): void {
  console.log(url);
  const output = process.env["GITHUB_OUTPUT"];
  if (output) appendFileSync(output, `url=${url}\n`);
}
