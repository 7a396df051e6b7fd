/** Whether this is a version of a release: three numbers, without a suffix. */
export const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+$/.test(text);

/** Orders versions, the oldest first. For `sort`: negative if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [toNumbers(a), toNumbers(b)];
  const different = left.findIndex((number, place) => number !== right[place]);
  return different === -1 ? 0 : (left[different] ?? 0) - (right[different] ?? 0);
}

/** Returns the newer of two versions. */
export const newerOf = (a: string, b: string): string => (compareVersions(a, b) < 0 ? b : a);

/** Returns the first number of a version. */
export const majorOf = (version: string): number => toNumbers(version)[0] ?? 0;

/** Returns the versions that tags such as `v1.2.0` name, the oldest first. Other tags are left out. */
export function listVersions(tags: readonly string[]): string[] {
  return tags
    .filter((tag) => tag.startsWith("v") && isVersion(tag.slice(1)))
    .map((tag) => tag.slice(1))
    .toSorted(compareVersions);
}

const toNumbers = (version: string): number[] => version.split(".").map(Number);
