/** Cloudflare's names of the regions where a database and a bucket can be. */
export const dataLocations = {
  weur: "Western Europe",
  eeur: "Eastern Europe",
  wnam: "western North America",
  enam: "eastern North America",
  apac: "Asia",
  oc: "Oceania",
} as const;

export type DataLocation = keyof typeof dataLocations;

/**
 * Where Cloudflare keeps the database and the files of a shop. It is chosen when they are created, and cannot be changed
 * later. A location is near one's customers; a jurisdiction is a promise that nothing is stored outside of it.
 */
export type DataPlace = { location: DataLocation } | { jurisdiction: "eu" };

/** The settings that name the place. The Worker itself does not read them. */
export const dataPlaceNames = ["DATA_LOCATION", "DATA_JURISDICTION"] as const;

/** A region of a cloud provider in the middle of each place, for PLACEMENT_REGION. */
const nearbyRegions: Record<DataLocation | "eu", string> = {
  weur: "aws:eu-central-1",
  eeur: "gcp:europe-central2",
  wnam: "aws:us-west-2",
  enam: "aws:us-east-1",
  apac: "aws:ap-southeast-1",
  oc: "aws:ap-southeast-2",
  eu: "aws:eu-central-1",
};

/**
 * Reads the place from a deployment's settings.
 * @returns undefined if no setting names one
 * @throws Error for an unknown place, or for both settings
 */
export function readDataPlace(env: Record<string, string | undefined>): DataPlace | undefined {
  const { DATA_LOCATION: location, DATA_JURISDICTION: jurisdiction } = env;
  if (location && jurisdiction)
    throw refuse(
      "DATA_JURISDICTION: decides where in the EU the data is, so remove DATA_LOCATION, or remove this one",
    );
  if (jurisdiction) {
    if (jurisdiction !== "eu") throw refuse("DATA_JURISDICTION: must be eu");
    return { jurisdiction };
  }
  if (!location) return undefined;
  if (!isDataLocation(location))
    throw refuse(`DATA_LOCATION: must be one of ${Object.keys(dataLocations).join(", ")}`);
  return { location };
}

/** Returns the arguments with which wrangler creates a database or a bucket in the place. */
export function toPlaceArgs(place: DataPlace): string[] {
  return "location" in place
    ? ["--location", place.location]
    : ["--jurisdiction", place.jurisdiction];
}

/** Returns the setting that names the place, as in a settings file. */
export function formatDataPlace(place: DataPlace): string {
  return "location" in place
    ? `DATA_LOCATION=${place.location}`
    : `DATA_JURISDICTION=${place.jurisdiction}`;
}

/** Returns a cloud region beside the place, to propose it as PLACEMENT_REGION. */
export function findNearbyRegion(place: DataPlace): string {
  return nearbyRegions["location" in place ? place.location : place.jurisdiction];
}

/** Whether Cloudflare's name of a region, as in `WEUR`, is one that a setting can name. */
export function isDataLocation(name: string): name is DataLocation {
  return Object.hasOwn(dataLocations, name);
}

const refuse = (reason: string) => new Error(`The configuration is refused. ${reason}`);
