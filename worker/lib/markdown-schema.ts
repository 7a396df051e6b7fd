import { z } from "zod";
import { refuseMarkdown } from "./markdown.ts";

/** Markdown of at most this many characters. */
export const markdown = (longest: number) =>
  z
    .string()
    .max(longest, `At most ${longest.toLocaleString("en-US")} characters`)
    .superRefine((text, context) => {
      const message = refuseMarkdown(text);
      if (message) context.addIssue({ code: "custom", message });
    });
