import { useLingui } from "@lingui/react/macro";
import { scaleLinear, scalePoint } from "d3-scale";
import { area, line } from "d3-shape";
import { useState, type PointerEvent, useCallback } from "react";
import { formatPeriod } from "./figure-copy.ts";
import styles from "./plot.module.css";

/** In pixels. A small plot has no axes. */
const sizes = {
  small: { height: 64, top: 4, bottom: 2, right: 2 },
  large: { height: 208, top: 12, bottom: 26, right: 4 },
};
/** The width of one letter of an axis label, about. */
const LETTER = 7;
/** The least distance between two labels of the horizontal axis. */
const LABEL_DISTANCE = 76;

/** What a plot shows. `previous` are the values of the days it is compared with, drawn as a dashed line. */
export type PlotProps = {
  label: string;
  periods: string[];
  values: (number | null)[];
  previous?: { periods: string[]; values: (number | null)[] } | null | undefined;
  /** Bars for sums, a line for levels. */
  shape: "bars" | "line";
  format: (value: number) => string;
  formatTick: (value: number) => string;
  /** Whether only whole numbers make sense on the axis. */
  isCount?: boolean;
  size?: keyof typeof sizes;
  /** What stands above the plot while no period is chosen; of a large plot, what the dashed line is. */
  note?: string;
  /** The day of today: its period is not over. */
  today: string;
};

/**
 * A plot of values over periods. The axis begins at zero and ends just above the largest value. An invisible slider on
 * top shows a period's value, above the plot, on pointer, touch and arrow keys. Periods without a value are left blank.
 */
export default function Plot({
  label,
  periods,
  values,
  previous,
  shape,
  format,
  formatTick,
  isCount = false,
  size = "large",
  note,
  today,
}: PlotProps) {
  const { t, i18n } = useLingui();
  const { height, top, bottom, right } = sizes[size];
  const hasAxes = size === "large";
  const [ref, width] = useWidth();
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null);
  const last = periods.length - 1;
  const known = [...values, ...(previous?.values ?? [])].filter((value) => value !== null);
  const y = scaleLinear()
    .domain([Math.min(0, ...known), Math.max(isCount ? 1 : 0, ...known) || 1])
    .nice(4)
    .range([height - bottom, top]);
  const ticks = hasAxes ? y.ticks(4).filter((tick) => !isCount || Number.isInteger(tick)) : [0];
  const left = hasAxes
    ? Math.max(...ticks.map((tick) => formatTick(tick).length)) * LETTER + 10
    : 2;
  const step = (width - left - right) / periods.length;
  const x = scalePoint<number>()
    .domain(periods.map((_, index) => index))
    .range([left + step / 2, width - right - step / 2]);
  const at = (index: number) => x(index) ?? left;
  const barWidth = Math.max(1, Math.min(40, step * 0.72));
  const isCurrent = (index: number) => today.startsWith(periods[index] ?? "-");

  const describe = (index: number, style: "long" | "short") => {
    const value = values[index] ?? null;
    const before = previous?.values[index] ?? null;
    const period = formatPeriod(i18n, periods[index] ?? "", style);
    const comparedPeriod = previous?.periods[index];
    return {
      when: isCurrent(index) ? t`${period} (so far)` : period,
      what: value === null ? t`No data` : format(value),
      before:
        comparedPeriod === undefined || before === null
          ? ""
          : `${formatPeriod(i18n, comparedPeriod, style)}: ${format(before)}`,
    };
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const index = Math.floor((clientX - currentTarget.getBoundingClientRect().left - left) / step);
    setSelectedIndex(Math.min(last, Math.max(0, index)));
  };
  const reading =
    selectedIndex === null ? null : describe(selectedIndex, hasAxes ? "long" : "short");
  const spoken = describe(selectedIndex ?? last, "long");
  const drawLine = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => at(index))
    .y((value) => y(value ?? 0));

  return (
    <div className={styles.plot} data-size={size} ref={ref}>
      <p className={styles.reading} aria-hidden={reading !== null || note === undefined}>
        {reading ? (
          <>
            <span>
              {reading.when}: <strong>{reading.what}</strong>
            </span>
            {reading.before && <span className={styles.past}>{reading.before}</span>}
          </>
        ) : (
          (note ?? (previous && t`Dashed line: comparison period`))
        )}
      </p>
      <div
        className={styles.field}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setSelectedIndex(null)}
      >
        <input
          type="range"
          aria-label={label}
          aria-valuetext={[`${spoken.when}: ${spoken.what}`, spoken.before]
            .filter(Boolean)
            .join("; ")}
          min={0}
          max={last}
          value={selectedIndex ?? last}
          onChange={(event) => setSelectedIndex(event.target.valueAsNumber)}
          onFocus={() => setSelectedIndex((before) => before ?? last)}
          onBlur={() => setSelectedIndex(null)}
        />
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {ticks.map((tick) => (
              <g key={tick}>
                <line
                  className={tick === 0 ? styles.zero : styles.grid}
                  x1={left}
                  x2={width}
                  y1={y(tick)}
                  y2={y(tick)}
                />
                {hasAxes && (
                  <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                    {formatTick(tick)}
                  </text>
                )}
              </g>
            ))}
            {selectedIndex !== null && (
              <line
                className={styles.cursor}
                x1={at(selectedIndex)}
                x2={at(selectedIndex)}
                y1={top}
                y2={height - bottom}
              />
            )}
            {shape === "bars" ? (
              values.map((value, index) =>
                value ? (
                  <rect
                    key={periods[index]}
                    className={isCurrent(index) ? styles.soFar : styles.bar}
                    x={at(index) - barWidth / 2}
                    width={barWidth}
                    y={Math.min(y(value), y(0))}
                    height={Math.abs(y(value) - y(0))}
                  />
                ) : null,
              )
            ) : (
              <>
                <path
                  className={styles.area}
                  d={
                    area<number | null>()
                      .defined((value) => value !== null)
                      .x((_, index) => at(index))
                      .y0(y(0))
                      .y1((value) => y(value ?? 0))(values) ?? ""
                  }
                />
                <path className={styles.line} d={drawLine(values) ?? ""} />
              </>
            )}
            {previous && (
              <path
                className={styles.previous}
                d={drawLine(previous.values.slice(0, periods.length)) ?? ""}
              />
            )}
            {selectedIndex !== null && values[selectedIndex] != null && shape === "line" && (
              <circle
                className={styles.dot}
                cx={at(selectedIndex)}
                cy={y(values[selectedIndex])}
                r={4}
              />
            )}
            {(hasAxes ? pickLabels(periods.length, width - left) : []).map((index) => (
              <text
                key={index}
                x={Math.min(at(index), width - 22)}
                y={height - 6}
                textAnchor={index === last && last > 0 ? "end" : "middle"}
                dx={index === last && last > 0 ? Math.min(22, width - at(index)) : 0}
              >
                {formatPeriod(i18n, periods[index] ?? "", "short")}
              </text>
            ))}
          </svg>
        )}
      </div>
    </div>
  );
}

/** Returns which periods get a label: the last one, and others at even distances to it. */
function pickLabels(count: number, width: number): number[] {
  const every = Math.max(1, Math.ceil((count * LABEL_DISTANCE) / Math.max(1, width)));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
}

/** Returns a ref for an element, and its width in pixels, which follows the window; 0 before it is known. */
function useWidth(): [ref: (element: HTMLElement | null) => void, width: number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
