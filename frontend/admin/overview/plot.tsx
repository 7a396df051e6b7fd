import { useState, type PointerEvent } from "react";
import { getAxisMaximum, formatPeriod } from "./figure-copy.ts";
import styles from "./plot.module.css";

/** The plot is drawn in a 100 × 100 box and stretched. */
const VIEW_BOX_SIZE = 100;

/**
 * A plot of values over periods, starting at zero: bars for sums, steps for levels. An invisible slider on top shows a
 * period's value on pointer, touch and arrow keys. Periods without a value are left blank.
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
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null);
  const last = periods.length - 1;
  const ceiling = getAxisMaximum(values);
  const isFlat = values.every((value) => !value);
  const width = VIEW_BOX_SIZE / periods.length;
  const toHeight = (value: number) => (Math.max(0, value) / ceiling) * VIEW_BOX_SIZE;

  const getLabels = (index: number) => {
    const value = values[index] ?? null;
    const suffix = index === last && shape === "bars" ? ", so far" : "";
    return {
      when: `${formatPeriod(periods[index] ?? "", "long")}${suffix}`,
      what: value === null ? "not counted" : format(value),
    };
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: whole } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / whole) * periods.length);
    setSelectedIndex(Math.min(last, Math.max(0, index)));
  };

  const tooltip = selectedIndex === null ? null : getLabels(selectedIndex);
  const spokenLabels = getLabels(selectedIndex ?? last);
  const tooltipPosition =
    selectedIndex === null ? 0 : ((selectedIndex + 0.5) / periods.length) * 100;
  return (
    <div className={styles.plot}>
      <div className={styles.ceiling} aria-hidden="true">
        {isFlat ? "\u00a0" : format(ceiling)}
      </div>
      <div
        className={styles.field}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setSelectedIndex(null)}
      >
        <input
          type="range"
          aria-label={label}
          aria-valuetext={`${spokenLabels.when}: ${spokenLabels.what}`}
          min={0}
          max={last}
          value={selectedIndex ?? last}
          onChange={(event) => setSelectedIndex(event.target.valueAsNumber)}
          onFocus={() => setSelectedIndex((before) => before ?? last)}
          onBlur={() => setSelectedIndex(null)}
        />
        <svg
          viewBox={`0 0 ${VIEW_BOX_SIZE} ${VIEW_BOX_SIZE}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {selectedIndex !== null && (
            <rect
              className={styles.band}
              x={selectedIndex * width}
              width={width}
              height={VIEW_BOX_SIZE}
            />
          )}
          {shape === "bars" ? (
            <>
              <path className={styles.bars} d={values.slice(0, -1).map(getBarPath).join("")} />
              <path className={styles.soFar} d={getBarPath(values[last] ?? null, last)} />
            </>
          ) : (
            <>
              <path className={styles.area} d={values.map(getAreaPath).join("")} />
              <path className={styles.steps} d={getStepsPath()} />
            </>
          )}
        </svg>
        {tooltip && (
          <div
            className={styles.reading}
            aria-hidden="true"
            style={{ insetInlineStart: `${tooltipPosition}%`, translate: `${-tooltipPosition}% 0` }}
          >
            <span>{tooltip.when}</span> <strong>{tooltip.what}</strong>
          </div>
        )}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{formatPeriod(periods[0] ?? "", "short")}</span>
        <span>{formatPeriod(periods[Math.floor(last / 2)] ?? "", "short")}</span>
        <span>{formatPeriod(periods[last] ?? "", "short")}</span>
      </div>
    </div>
  );

  function getBarPath(value: number | null, index: number): string {
    if (!value || value < 0) return "";
    const gap = width * 0.14;
    return getRectPath(index * width + gap, width - 2 * gap, value);
  }

  function getAreaPath(value: number | null, index: number): string {
    return value ? getRectPath(index * width, width, value) : "";
  }

  function getRectPath(x: number, rectWidth: number, value: number): string {
    const rectHeight = toHeight(value);
    return `M${x} ${VIEW_BOX_SIZE}v${-rectHeight}h${rectWidth}v${rectHeight}z`;
  }

  /** Returns a line at the height of each value, across the width of its period, with gaps where values are missing. */
  function getStepsPath(): string {
    return values
      .map((value, index) => {
        if (value === null) return "";
        const y = VIEW_BOX_SIZE - toHeight(value);
        const isSegmentStart = (values[index - 1] ?? null) === null;
        return isSegmentStart ? `M${index * width} ${y}h${width}` : `V${y}h${width}`;
      })
      .join("");
  }
}
