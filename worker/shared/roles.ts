/** From lowest to highest. Each role may do everything that the roles before it may do. */
const roles = ["buyer", "support", "admin", "owner"] as const;

export type Role = (typeof roles)[number];

/** Whether `role` is `needed` or a higher one. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Whether a team member may act on a user: on lower roles only, but owners on themselves too. */
export function mayActOn(
  actor: { userId: string; role: Role },
  user: { id: string; role: Role },
): boolean {
  if (actor.userId === user.id) return actor.role === "owner";
  return roles.indexOf(actor.role) > roles.indexOf(user.role);
}
