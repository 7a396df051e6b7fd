/** How many email domains may take the free seats of a purchase. */
export const MOST_SEAT_DOMAINS = 5;
