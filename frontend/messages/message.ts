/** Says what happened and what to do next. */
export type Message = { title: string; nextStep: string };
