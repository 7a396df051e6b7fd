import { useState, type PointerEvent } from "react";
import { ceilingOf, namePeriod } from "./figure-copy.ts";
import styles from "./plot.module.css";

/** Everything is drawn on a hundred by a hundred, and stretched. */
const SIDE = 100;

/**
 * Values over periods, from zero up: bars for what is added up, steps for how it stood. Over them lies an
 * invisible slider, so that pointer, touch and arrow keys bring a period's value; a period without one is left open.
 */
export function Plot({
  label,
  periods,
  values,
  shape,
  format,
}: {
  label: string;
  periods: string[];
  values: (number | null)[];
  shape: "bars" | "steps";
  format: (value: number) => string;
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = periods.length - 1;
  const ceiling = ceilingOf(values);
  const isFlat = values.every((value) => !value);
  const width = SIDE / periods.length;
  const heightOf = (value: number) => (Math.max(0, value) / ceiling) * SIDE;

  const read = (at: number) => {
    const value = values[at] ?? null;
    const so = at === last && shape === "bars" ? ", so far" : "";
    return {
      when: `${namePeriod(periods[at] ?? "", "long")}${so}`,
      what: value === null ? "not counted" : format(value),
    };
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: whole } = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / whole) * periods.length);
    setChosen(Math.min(last, Math.max(0, at)));
  };

  const shown = chosen === null ? null : read(chosen);
  const spoken = read(chosen ?? last);
  const place = chosen === null ? 0 : ((chosen + 0.5) / periods.length) * 100;
  return (
    <div className={styles.plot}>
      <div className={styles.ceiling} aria-hidden="true">
        {isFlat ? "\u00a0" : format(ceiling)}
      </div>
      <div
        className={styles.field}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setChosen(null)}
      >
        <input
          type="range"
          aria-label={label}
          aria-valuetext={`${spoken.when}: ${spoken.what}`}
          min={0}
          max={last}
          value={chosen ?? last}
          onChange={(event) => setChosen(event.target.valueAsNumber)}
          onFocus={() => setChosen((before) => before ?? last)}
          onBlur={() => setChosen(null)}
        />
        <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" aria-hidden="true">
          {chosen !== null && (
            <rect className={styles.band} x={chosen * width} width={width} height={SIDE} />
          )}
          {shape === "bars" ? (
            <>
              <path className={styles.bars} d={values.slice(0, -1).map(barOf).join("")} />
              <path className={styles.soFar} d={barOf(values[last] ?? null, last)} />
            </>
          ) : (
            <>
              <path className={styles.area} d={values.map(slabOf).join("")} />
              <path className={styles.steps} d={stepsOf()} />
            </>
          )}
        </svg>
        {shown && (
          <div
            className={styles.reading}
            aria-hidden="true"
            style={{ insetInlineStart: `${place}%`, translate: `${-place}% 0` }}
          >
            <span>{shown.when}</span> <strong>{shown.what}</strong>
          </div>
        )}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{namePeriod(periods[0] ?? "", "short")}</span>
        <span>{namePeriod(periods[Math.floor(last / 2)] ?? "", "short")}</span>
        <span>{namePeriod(periods[last] ?? "", "short")}</span>
      </div>
    </div>
  );

  function barOf(value: number | null, at: number): string {
    if (!value || value < 0) return "";
    const gap = width * 0.14;
    return boxOf(at * width + gap, width - 2 * gap, value);
  }

  function slabOf(value: number | null, at: number): string {
    return value ? boxOf(at * width, width, value) : "";
  }

  function boxOf(x: number, wide: number, value: number): string {
    const high = heightOf(value);
    return `M${x} ${SIDE}v${-high}h${wide}v${high}z`;
  }

  /** A line as high as each value for the width of its period; it is lifted where a value is missing. */
  function stepsOf(): string {
    return values
      .map((value, at) => {
        if (value === null) return "";
        const y = SIDE - heightOf(value);
        const begins = (values[at - 1] ?? null) === null;
        return begins ? `M${at * width} ${y}h${width}` : `V${y}h${width}`;
      })
      .join("");
  }
}
