import { getDirection } from "./locales.ts";
import { countFractionDigits, getCurrencyDecimals } from "./currency-decimals.ts";

/** Formats values as readers of one language write them, with `Intl`. */
export type Formats = {
  locale: string;
  /**
   * Formats minor units: `900, "usd"` → `$9` in English, `9 $` in German; half a cent (`0.5`) → `$0.005`.
   * @param style `exact` keeps the zeros, as on an invoice: `$9.00`
   */
  money: (amountMinor: number, currency: string, style?: "short" | "exact") => string;
  /** `1234` → `1,234`. */
  number: (value: number) => string;
  /** `0.5` → `50%`, with at most one decimal, or as many as given. */
  percent: (share: number, maxDecimals?: number) => string;
  /** Unix milliseconds → `March 3, 2026`, in the reader's time zone. */
  date: (at: number) => string;
  /** Unix milliseconds → `Mar 3, 2026`, in the reader's time zone: for tables. */
  shortDate: (at: number) => string;
  /** Unix milliseconds → `4:05 PM`, in the reader's time zone. */
  time: (at: number) => string;
  /** Unix milliseconds → `March 3, 2026 at 4:05 PM`, in the reader's time zone. */
  dateTime: (at: number) => string;
  /** Unix milliseconds → `March 3, 2026 at 4:05 PM UTC`: names the time zone, for readers who don't know it. */
  dateTimeWithZone: (at: number) => string;
  /** How long ago a time was: `now`, `5 minutes ago`, `yesterday`. After 30 days, the date. */
  relativeTime: (at: number, now: number) => string;
  /** `["A", "B", "C"]` → `A, B, and C`. If one contains a comma, all are quoted, as the language does. */
  list: (names: Iterable<string>) => string;
  /** Joins formatted values, such as amounts, whose commas need no quotes: `$1,200 and €30`. */
  listValues: (values: Iterable<string>) => string;
  /** Bytes → `12 byte`, `3.4 MB`. Decimal units, as browsers use for downloads. */
  size: (bytes: number) => string;
  /** An ISO 3166 code → the country's name; the code if there is none. */
  country: (code: string) => string;
  /** A BCP 47 tag → the language's name; the tag if there is none. */
  language: (tag: string) => string;
};

const byKey = new Map<string, Formats>();

/**
 * Returns the formats of a language. They are made once, and each formatter on its first use: creating one takes
 * milliseconds on a phone.
 * @param locale BCP 47
 * @param timeZone IANA name; by default that of the browser, and UTC in the Worker
 */
export function getFormats(locale: string, timeZone?: string): Formats {
  const key = `${locale} ${timeZone ?? ""}`;
  const formats = byKey.get(key) ?? createFormats(locale, timeZone);
  byKey.set(key, formats);
  return formats;
}

const timeUnits = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const quotes: Record<string, [open: string, close: string]> = {
  de: ["„", "“"],
  fr: ["«\u00a0", "\u00a0»"],
  es: ["«", "»"],
  ja: ["「", "」"],
  ar: ["«", "»"],
};

const sizeUnits = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Intl writes a hyphen, which is shorter than a digit and can end a line. */
const MINUS = "\u2212";

function createFormats(locale: string, timeZone: string | undefined): Formats {
  const zone = timeZone === undefined ? {} : { timeZone };
  const isRightToLeft = getDirection(locale) === "rtl";
  const [openQuote, closeQuote] = quotes[locale] ?? ["“", "”"];
  const numbers = memoize(
    (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
  );
  const dates = memoize(
    (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, ...zone }),
  );
  const relative = memoize(
    (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
  );
  const lists = memoize((options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
  const names = memoize(
    (options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
  );
  /** Keeps a day with its month in one line, where it comes first. French writes the first day as an ordinal. */
  const keepDayWhole = (date: string) =>
    date.replace(/^(\d\d?)(\.?) (de )?/, (_, day: string, dot: string, of = "") =>
      `${locale === "fr" && day === "1" ? "1er" : day}${dot} ${of}`.replaceAll(" ", "\u00a0"),
    );
  const formats: Formats = {
    locale,
    money(amountMinor, currency, style = "short") {
      const decimals = getCurrencyDecimals(currency);
      const isWhole = amountMinor % 10 ** decimals === 0;
      const digits = style === "short" && isWhole ? 0 : decimals + countFractionDigits(amountMinor);
      const format = numbers({
        style: "currency",
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      const amount = amountMinor / 10 ** decimals;
      const written = isRightToLeft
        ? keepSymbolsWhole(format.formatToParts(amount))
        : format.format(amount);
      return written.replace("-", MINUS);
    },
    number: (value) => numbers({}).format(value),
    percent: (share, maxDecimals = 1) =>
      numbers({ style: "percent", maximumFractionDigits: maxDecimals }).format(share),
    date: (at) => keepDayWhole(dates({ dateStyle: "long" }).format(at)),
    shortDate: (at) => keepDayWhole(dates({ dateStyle: "medium" }).format(at)),
    time: (at) => dates({ timeStyle: "short" }).format(at),
    dateTime: (at) => keepDayWhole(dates({ dateStyle: "long", timeStyle: "short" }).format(at)),
    dateTimeWithZone: (at) =>
      keepDayWhole(
        dates({
          year: "numeric",
          month: "long",
          day: "numeric",
          hour: "numeric",
          minute: "2-digit",
          timeZoneName: "short",
        }).format(at),
      ),
    relativeTime(at, now) {
      const elapsed = now - at;
      if (elapsed > 30 * 86_400_000) return formats.date(at);
      const [unit, length] = timeUnits.find(([, each]) => elapsed >= each) ?? ["second", undefined];
      const count = length === undefined ? 0 : -Math.floor(elapsed / length);
      return relative({ numeric: "auto" }).format(count, unit);
    },
    list(items) {
      const all = [...items];
      const hasComma = all.length > 1 && all.some((name) => /[,、،]/.test(name));
      return lists({ type: "conjunction" }).format(
        hasComma ? all.map((name) => `${openQuote}${name}${closeQuote}`) : all,
      );
    },
    listValues: (values) => lists({ type: "conjunction" }).format(values),
    size(bytes) {
      let value = bytes;
      let unit: string = "byte";
      for (const each of sizeUnits) {
        // From 999.5, the value would be rounded to 1000, so the next unit is used.
        if (value < 999.5) break;
        value /= 1000;
        unit = each;
      }
      return numbers({
        style: "unit",
        unit,
        unitDisplay: unit === "byte" ? "long" : "short",
        maximumFractionDigits: value < 9.95 ? 1 : 0,
      }).format(value);
    },
    language: (tag) => names({ type: "language", fallback: "code" }).of(tag) ?? tag,
    // Cloudflare also has codes of its own, such as T1, which Intl refuses.
    country: (code) =>
      (/^[A-Z]{2}$/.test(code) && names({ type: "region", fallback: "code" }).of(code)) || code,
  };
  return formats;
}

/**
 * Puts marks around the symbol of a currency, so that within a text from right to left `US$` is not shown as `$US`, and
 * it stays on the left of a negative amount, too.
 */
function keepSymbolsWhole(parts: Intl.NumberFormatPart[]): string {
  const isNegative = parts.some(({ type }) => type === "minusSign");
  return parts
    .map(({ type, value }, at) => {
      if (type === "currency") return `${value}\u200e`;
      return isNegative && parts[at + 1]?.type === "currency" ? `\u200f${value}` : value;
    })
    .join("");
}

function memoize<Options, Format>(create: (options: Options) => Format) {
  const made = new Map<string, Format>();
  return (options: Options): Format => {
    const key = JSON.stringify(options);
    const format = made.get(key) ?? create(options);
    made.set(key, format);
    return format;
  };
}
