import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  type ScryptOptions,
} from "node:crypto";
import { z } from "zod";

/** 128 MB and about half a second for each attempt to guess the passphrase. */
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
export const MIN_PASSPHRASE_LENGTH = 12;

const base64 = z.base64().transform((text) => Buffer.from(text, "base64"));
const sealed = z.strictObject({
  format: z.literal(1),
  cost: z.strictObject({ N: z.int().max(2 ** 20), r: z.int().max(32), p: z.int().max(16) }),
  salt: base64,
  iv: base64,
  tag: base64,
  data: base64,
});

/**
 * Encrypts a settings file with a passphrase (scrypt, AES-256-GCM), and opens it once to be sure.
 * @param cost what each attempt to guess the passphrase costs
 * @throws Error if the passphrase is too short
 */
export async function sealSettings(
  settings: string,
  passphrase: string,
  cost = COST,
): Promise<string> {
  if (passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw new Error(`The passphrase needs ${MIN_PASSPHRASE_LENGTH} characters or more`);
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", await deriveKey(passphrase, salt, cost), iv);
  const data = Buffer.concat([cipher.update(settings, "utf8"), cipher.final()]);
  const { N, r, p } = cost;
  const text = (bytes: Buffer) => bytes.toString("base64");
  const result = JSON.stringify({
    format: 1,
    cost: { N, r, p },
    salt: text(salt),
    iv: text(iv),
    tag: text(cipher.getAuthTag()),
    data: text(data),
  });
  if ((await openSettings(result, passphrase)) !== settings)
    throw new Error("The sealed settings are not what was sealed");
  return result;
}

/** @throws Error if the passphrase is wrong, or the content was changed */
export async function openSettings(content: string, passphrase: string): Promise<string> {
  const { cost, salt, iv, tag, data } = sealed.parse(JSON.parse(content));
  const key = await deriveKey(passphrase, salt, { ...cost, maxmem: 2 * 128 * cost.N * cost.r });
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 }).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new Error("The passphrase is wrong, or the settings of the backup are damaged", {
      cause,
    });
  }
}

const deriveKey = (passphrase: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
  );
