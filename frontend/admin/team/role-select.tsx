import type { TeamRole } from "./queries.ts";
import styles from "./team-page.module.css";

export const roleNames: Record<TeamRole, string> = {
  support: "Support",
  admin: "Admin",
  owner: "Owner",
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
  disabled,
  onChange,
}: {
  label: string;
  role: TeamRole;
  disabled: boolean;
  onChange: (role: TeamRole) => void;
}) {
  return (
    <select
      aria-label={label}
      className={styles.role}
      value={role}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as TeamRole)}
    >
      {roleOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
