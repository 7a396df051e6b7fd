import { z } from "zod";
import { editConflict } from "../audit/edit-conflict.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Ctx } from "../context.ts";
import { commit, type Statement } from "../db/client.ts";
import { readSetting, withFreshSettings } from "./read-setting.ts";
import { assertSettingUnchanged, findSetting, upsertSetting, type SettingName } from "./store.ts";

/** A setting's parts, from which `settingRoutes` makes its routes. */
export type Setting<Schema extends z.ZodType, Value extends object> = {
  name: SettingName;
  /** What a request may save. */
  schema: Schema;
  read: (ctx: Ctx) => Promise<Value>;
  /** @param version that the edit began from; the setting is saved in any case if it is left out */
  save: (ctx: Ctx, input: z.output<Schema>, version?: number) => Promise<Value>;
};

/** The value of a setting. */
export type SettingOf<Defined extends { read: (ctx: Ctx) => Promise<object> }> = Awaited<
  ReturnType<Defined["read"]>
>;

/**
 * Defines a setting that is one JSON object. Fields that are not stored have their default, and stored fields that the
 * schema no longer has are ignored.
 * @param schema makes what a request may save, when it is first used: the Worker starts without it
 * @param stored what may be stored, if that is more than `schema` lets be saved today: rules of forms get stricter
 * @param beforeSave refuses a change by throwing; returns what is stored beside the setting's own fields
 */
export function defineSetting<Schema extends z.ZodObject>({
  name,
  schema,
  defaults,
  stored,
  beforeSave,
}: {
  name: SettingName;
  schema: () => Schema;
  defaults: z.output<Schema>;
  stored?: () => z.ZodObject<{
    [Field in keyof z.output<Schema>]: z.ZodType<z.output<Schema>[Field]>;
  }>;
  beforeSave?: (
    ctx: Ctx,
    change: { before: z.output<Schema>; after: z.output<Schema> },
  ) => Promise<Record<string, unknown> | void>;
}) {
  let readable: z.ZodType<Partial<z.output<Schema>>> | undefined;
  async function read(ctx: Ctx): Promise<z.output<Schema>> {
    const row = await readSetting(ctx, name);
    readable ??= ((stored ?? schema)() as Schema).partial().strip() as unknown as typeof readable;
    return { ...defaults, ...readable!.parse(row?.value ?? {}) };
  }
  async function save(
    ctx: Ctx,
    after: z.output<Schema>,
    version?: number,
    extraStatements: Statement[] = [],
  ): Promise<z.output<Schema>> {
    const before = await read(withFreshSettings(ctx));
    const more = await beforeSave?.(ctx, { before, after });
    const value = { ...after, ...more };
    await saveSetting(ctx, { name, before, after, value, version }, extraStatements);
    return after;
  }
  return { name, schema: z.lazy(schema), read, save };
}

/**
 * Stores a setting, with its entry in the audit log.
 * @param change.value what is stored, if not `after`
 * @param change.version that the edit began from; undefined saves in any case
 * @throws `edit_conflict` if the setting was saved since
 */
export async function saveSetting(
  ctx: Ctx,
  change: {
    name: SettingName;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
    value?: Record<string, unknown>;
    version: number | undefined;
  },
  extraStatements: Statement[] = [],
): Promise<void> {
  const { name, before, after, value = after, version } = change;
  await commitSetting(ctx, { name, version }, [
    upsertSetting(ctx.db, { name, value, updatedAt: ctx.now }),
    recordChange(ctx, { action: "settings.updated", targetId: name, before, after }),
    ...extraStatements,
  ]);
}

/** Returns the version of a setting, from which an edit begins; 0 for one that was never saved. */
export async function readSettingVersion(ctx: Ctx, name: SettingName): Promise<number> {
  return (await findSetting(ctx.db, name))?.updatedAt ?? 0;
}

/**
 * Writes a setting, unless it was saved since the version that the edit began from.
 * @throws `edit_conflict`
 */
export async function commitSetting(
  ctx: Ctx,
  { name, version }: { name: SettingName; version: number | undefined },
  statements: Statement[],
): Promise<void> {
  const guard = version === undefined ? [] : [assertSettingUnchanged({ name, version })];
  try {
    // oxlint-disable-next-line gatehouse/record-change -- the statements contain the entry
    await commit(ctx.db, [...guard, ...statements]);
  } catch (cause) {
    const isCurrent = version === undefined || (await readSettingVersion(ctx, name)) === version;
    throw isCurrent ? cause : await editConflict(ctx, { targetId: name, cause });
  }
}
