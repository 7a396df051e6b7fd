import { z } from "zod";

/** A name for URLs, plan groups and feature keys. */
export const slug = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "Use lower-case letters, digits and dashes, 64 at most");
