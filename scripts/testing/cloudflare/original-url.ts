/** A header of a request that came another way than through the proxy: the URL that it was for. */
export const ORIGINAL_URL = "x-stand-in-url";

/** The environment variable with the stand-in's own URL. */
export const STAND_IN_URL = "CLOUDFLARE_STAND_IN_URL";
