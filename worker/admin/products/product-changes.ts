import type { Statement } from "../../db/client.ts";

/** What a part of a saved product writes, and what follows after the commit. */
export type ProductChanges = {
  /** They abort the batch if something was changed in the meantime, so they are its first statements. */
  guards: Statement[];
  statements: Statement[];
  /** All benefits of the product afterwards, in order. */
  benefitIds: string[];
  /** Other products that show what changed. */
  otherProductIds: string[];
  afterCommit: () => Promise<void>;
};
