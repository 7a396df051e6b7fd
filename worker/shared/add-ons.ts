/** How many products can be offered beside one. Stripe lists ten lines of a session at once. */
export const MAX_ADD_ONS = 8;

/** How many products a bundle can include. */
export const MAX_PARTS = 20;
