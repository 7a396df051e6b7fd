import { sql } from "drizzle-orm";
import type { Role } from "../lib/roles.ts";
import type { TestShop } from "./shop.ts";

/** Creates a member of the team with an email of their own. */
export async function createMember(
  shop: TestShop,
  role: Exclude<Role, "buyer">,
): Promise<{ id: string; context: (now?: number) => ReturnType<TestShop["asUser"]> }> {
  const id = await shop.createUser();
  await setMemberRole(shop, id, role);
  return { id, context: (now) => shop.asUser(id, now, role) };
}

export async function setMemberRole(shop: TestShop, id: string, role: Role): Promise<void> {
  await shop.ctx().db.run(sql`UPDATE users SET role = ${role} WHERE id = ${id}`);
}
