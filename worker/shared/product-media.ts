/** A picture of a product: its URL, what it shows, and its size in pixels. */
export type ProductPicture = { url: string; alt: string; width: number; height: number };

/** A sound or video that everybody may play before they buy. `url` is one of this shop. */
export type ProductSample = { kind: "sound" | "video"; url: string; title: string };

/**
 * What a product shows beside its texts. `cover` describes the product's `image`, and counts only while that is its
 * `url`: other programs change the image without it. `pictures` follow the cover.
 */
export type ProductMedia = {
  cover: ProductPicture | null;
  pictures: ProductPicture[];
  samples: ProductSample[];
};

export const noMedia: ProductMedia = { cover: null, pictures: [], samples: [] };

export const MAX_PICTURES = 12;
export const MAX_SAMPLES = 6;
/** In bytes. */
export const MAX_SAMPLE_SIZE = 20 * 1024 * 1024;
