/** One row of the benchmark: its measurement and its target. */
export interface RowResult {
  /** The keys of the JSON line with their values. */
  values: Record<string, number | string | null>;
  title: string;
  /** The measurement in the form that people read. */
  measured: string;
  bar: string;
  passed: boolean;
}

export interface Row {
  name: string;
  /** `always`: also with `--quick`. `full`: only without it. `named`: only if `--only` names the row. */
  when: 'always' | 'full' | 'named';
  run(measurements: Measurements, quick: boolean): Promise<RowResult[]>;
}

/** Results of earlier rows of the same run, which later rows use for comparison. */
export interface Measurements {
  floorPerSecond: number;
  acceptedPerSecond: number;
  /** Rows per second of the best batched insert. NaN until it is measured. */
  insertedPerSecond: number;
  /** Rate of `Prefer: wait` on 64 connections with the queue on Redis. NaN until it is measured. */
  waitedPerSecond: number;
}

export const BACKEND_NAMES = { redis: 'queue on Redis', postgres: 'queue on PostgreSQL' } as const;

export function atLeast(
  title: string,
  values: RowResult['values'],
  figure: number,
  bar: number,
  measured: string,
): RowResult {
  return { title, values, measured, bar: `≥ ${bar}`, passed: figure >= bar };
}

export function atMost(
  title: string,
  values: RowResult['values'],
  figure: number,
  bar: number,
  measured: string,
): RowResult {
  return { title, values, measured, bar: `≤ ${bar}`, passed: figure <= bar };
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
