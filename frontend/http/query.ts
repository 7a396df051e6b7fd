import { createQueryClient } from "./create-query-client.ts";

/**
 * The browser's cache of the server's responses. The Worker, which renders pages, creates one for each page instead.
 */
export const queryClient = createQueryClient();
