import { VERSION } from "../../lib/version.ts";
import { releaseSettings } from "../../settings/release-settings.ts";
import { lastUpgrade, newestRelease } from "../../sync/health/newer-release.ts";
import { formatTime, note, ok, warning, type Check } from "./check.ts";

/** Which release runs, whether there is a newer one, and how the last upgrade ended. */
export const versionCheck: Check = {
  id: "version",
  title: "Version",
  async run(ctx) {
    const [newest, upgrade] = await Promise.all([newestRelease.read(ctx), lastUpgrade.read(ctx)]);
    if (upgrade?.state === "failed" && isNewer(upgrade.to))
      return warning(
        `The upgrade to ${upgrade.to} failed on ${formatTime(upgrade.at)}. The shop runs ${VERSION}, as before. ${upgrade.problem ?? ""}`,
        "Where the upgrade ran, this shows what happened and what to do.",
        "npm run upgrade -- --status",
      );
    const upgraded =
      upgrade?.to === VERSION
        ? ` It was upgraded from ${upgrade.from} on ${formatTime(upgrade.at)}.`
        : "";
    const { updatesFrom } = ctx.config;
    if (updatesFrom === undefined)
      return ok(
        `The shop runs ${VERSION}.${upgraded}`,
        "To see here when there is a newer version, set UPDATES_FROM and deploy.",
      );
    if (!(await releaseSettings.read(ctx)).asks)
      return note(`The shop runs ${VERSION}, and asks for no newer version.${upgraded}`);
    if (!newest || !isNewer(newest.version))
      return ok(`The shop runs ${VERSION}${newest ? ", the newest version" : ""}.${upgraded}`);
    const { version, needsAction, notes } = newest;
    const finding = (needsAction.length > 0 ? warning : note)(
      `Version ${version} is available. The shop runs ${VERSION}.${upgraded}`,
      needsAction.length > 0 ? `Needs action: ${needsAction.join(" ")}` : undefined,
      "npm run upgrade",
    );
    const url = `${updatesFrom}/releases/tag/v${version}`;
    return { ...finding, notes, link: { label: `What is new in ${version}`, url } };
  },
};

function isNewer(version: string): boolean {
  const [own, other] = [VERSION, version].map((text) => text.split(".").map(Number));
  const place = own?.findIndex((number, index) => number !== other?.[index]) ?? -1;
  return place !== -1 && (other?.[place] ?? 0) > (own?.[place] ?? 0);
}
