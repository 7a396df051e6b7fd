import { z } from "zod";

/** What stands in an address, or what an application asks for by name. */
export const slug = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "Use lower-case letters, digits and dashes, 64 at most");
