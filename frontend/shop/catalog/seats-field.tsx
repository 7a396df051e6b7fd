import { Field } from "../../ui/field.tsx";
import styles from "./seats-field.module.css";

/** As many as the server sells without a word with the seller. */
const most = 999;

/** The number of seats somebody typed; null where it is none that can be bought. */
export function parseSeats(text: string): number | null {
  const seats = Number(text);
  return Number.isInteger(seats) && seats >= 1 && seats <= most ? seats : null;
}

/** How many seats. */
export function SeatsField({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className={styles.seats}>
      <Field
        label="Seats"
        name="seats"
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={parseSeats(value) === null ? `Enter a number from 1 to ${most}.` : undefined}
      />
    </div>
  );
}
