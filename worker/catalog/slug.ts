import { z } from "zod";

/** A name for URLs, plan groups and feature keys. */
export const slug = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "Must be 1 to 64 lowercase letters, digits, and hyphens.");
