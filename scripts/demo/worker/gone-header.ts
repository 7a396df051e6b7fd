/** The header by which the object of a shop says that the shop was deleted. */
export const goneHeader = "x-demo-gone";
