/** The size of every picture of a shared link, in pixels: what all sites show whole. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;
