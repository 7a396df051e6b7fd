/** What happened, and the one thing to do next. */
export type Message = { title: string; next: string };
