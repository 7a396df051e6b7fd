/** From lowest to highest. Each role may do everything that the roles before it may do. */
const roles = ["buyer", "support", "admin", "owner"] as const;

export type Role = (typeof roles)[number];

/** Whether `role` is `needed` or a higher one. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
