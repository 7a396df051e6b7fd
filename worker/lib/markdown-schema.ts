import { z } from "zod";
import { findMarkdownError } from "../shared/markdown.ts";

/** A schema for Markdown of at most `longest` characters that renders quickly. */
export const markdown = (longest: number) =>
  z
    .string()
    // Formatted when it is needed: the runtime takes milliseconds to load its formats of numbers.
    .max(longest, {
      error: () => `Must be ${longest.toLocaleString("en-US")} characters or fewer.`,
    })
    .superRefine((text, context) => {
      const message = findMarkdownError(text);
      if (message) context.addIssue({ code: "custom", message });
    });
