import { useLingui } from "@lingui/react/macro";
import { TextField } from "../../ui/field/fields.tsx";
import styles from "./seats-field.module.css";

/** The server's limit; more seats are sold only by contacting the seller. */
const maxSeats = 999;

/** Parses a number of seats; null if it is not a number that can be bought. */
export function parseSeats(text: string): number | null {
  const seats = Number(text);
  return Number.isInteger(seats) && seats >= 1 && seats <= maxSeats ? seats : null;
}

export function SeatsField({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useLingui();
  return (
    <div className={styles.seats}>
      <TextField
        label={t`Seats`}
        name="seats"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxSeats}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={parseSeats(value) === null ? t`Enter a number from 1 to ${maxSeats}.` : undefined}
      />
    </div>
  );
}
