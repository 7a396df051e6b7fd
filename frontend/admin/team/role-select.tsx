import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { TeamRole } from "./queries.ts";
import styles from "./team-page.module.css";

/** The names of the roles. */
export const roleNames: Record<TeamRole, MessageDescriptor> = {
  support: msg`Support`,
  admin: msg`Admin`,
  owner: msg`Owner`,
};

/** The roles that a form offers. */
export const roleOptions = (Object.keys(roleNames) as TeamRole[]).map((value) => ({
  value,
  label: roleNames[value],
}));

/** Shows and changes a member's role. A new role is saved immediately. */
export function RoleSelect({
  label,
  role,
  disabledReason,
  onChange,
}: {
  label: string;
  role: TeamRole;
  /** Why the role cannot be changed; undefined if it can. */
  disabledReason: string | undefined;
  onChange: (role: TeamRole) => void;
}) {
  const { i18n } = useLingui();
  return (
    <select
      aria-label={label}
      className={styles.role}
      value={role}
      disabled={disabledReason !== undefined}
      title={disabledReason}
      onChange={(event) => onChange(event.target.value as TeamRole)}
    >
      {roleOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {i18n._(label)}
        </option>
      ))}
    </select>
  );
}
