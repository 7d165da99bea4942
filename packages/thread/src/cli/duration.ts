const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds of a time as people write it, such as `45s`, `30m`, `8h` or `7d`; undefined for anything else. */
export function secondsIn(text: string): number | undefined {
  const [, digits = "", unit = ""] = /^(\d{1,9})([smhd])$/u.exec(text) ?? [];
  const seconds = Number(digits) * (UNITS[unit] ?? 0);
  return seconds > 0 ? seconds : undefined;
}
