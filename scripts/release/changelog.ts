import { isVersion } from "./versions.ts";

/** What one release says in CHANGELOG.md. `text` is without the heading. */
export type ChangelogSection = { version: string; date: string; text: string };

/** Marks a line of the changelog that asks the owner to do something when upgrading. */
const NEEDS_ACTION = "**Needs action**";

const UNRELEASED = "## [Unreleased]";

/** Returns the sections of the releases, the newest first. "Unreleased" is none. */
export function readReleases(changelog: string): ChangelogSection[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const [, version = "", date = ""] = /^\[(.+)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
      return isVersion(version) ? [{ version, date, text: lines.join("\n").trim() }] : [];
    });
}

/** Returns what is not released yet, without the heading. */
export function readUnreleased(changelog: string): string {
  const [, after = ""] = changelog.split(UNRELEASED);
  return (after.split(/^## /m)[0] ?? "").trim();
}

/**
 * Turns "Unreleased" into the section of a version, and begins a new one.
 * @param release.date as in 2026-11-26
 * @throws Error if nothing is unreleased, or the version has a section already
 */
export function dateSection(changelog: string, release: { version: string; date: string }): string {
  if (readUnreleased(changelog) === "")
    throw new Error("CHANGELOG.md has nothing under [Unreleased], so there is nothing to release.");
  if (readReleases(changelog).some(({ version }) => version === release.version))
    throw new Error(`CHANGELOG.md has a section for ${release.version} already.`);
  return changelog.replace(
    UNRELEASED,
    () => `${UNRELEASED}\n\n## [${release.version}] - ${release.date}`,
  );
}

/** Returns the items of a section that need an action of the owner, each in one line and without the mark. */
export function listNeededActions(text: string): string[] {
  return text
    .split(/^(?=- |#)/m)
    .filter((item) => item.startsWith(`- ${NEEDS_ACTION}`))
    .map((item) =>
      item
        .slice(`- ${NEEDS_ACTION}`.length)
        .replace(/^[:\s]+/, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
}
