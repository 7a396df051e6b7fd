import { z } from "zod";

const secrets = z.string().min(1).max(200);
const url = z.url({ protocol: /^https?$/ }).max(500);
const daySeconds = 86_400;

/** What a world is made with. The parts that `startSandbox` has, too, mean the same. */
export const worldOptions = z.strictObject({
  clients: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(100),
        secret: secrets.optional(),
        redirectUris: z.array(z.string().min(1).max(500)).min(1).max(20),
        authMethod: z.enum(["client_secret_basic", "client_secret_post"]).optional(),
        requirePkce: z.boolean().optional(),
      }),
    )
    .max(20)
    .default([]),
  webhook: z
    .strictObject({
      url,
      secret: z.union([secrets, z.array(secrets).min(1).max(4)]),
      events: z.array(z.string().max(100)).max(300).optional(),
    })
    .optional(),
  appUrl: url.optional(),
  signInUrl: url.optional(),
  clockOffsetSeconds: z
    .int()
    .min(-10 * 366 * daySeconds)
    .max(10 * 366 * daySeconds)
    .default(0),
  /** How long after its last use the world is deleted. */
  keepForSeconds: z
    .int()
    .min(1)
    .max(30 * daySeconds)
    .default(daySeconds),
});

export type WorldOptions = z.output<typeof worldOptions>;

/** What is stored of a world. `origin` is that of the Worker. */
export interface WorldConfig extends WorldOptions {
  id: string;
  key: string;
  origin: string;
  /** Below which path browsers find the world. */
  path: string;
}
