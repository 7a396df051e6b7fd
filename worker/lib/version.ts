/** The release that this code is, or was last. `npm run release -- prepare` writes it. */
export const VERSION = "0.2.0";
