import { hasRole } from "../../../worker/shared/roles.ts";
import { useUser } from "../../http/session.ts";

/** Returns whether the member may do what asks for the role of an admin. */
export function useIsAdmin(): boolean {
  const user = useUser();
  return Boolean(user && hasRole(user.role, "admin"));
}
