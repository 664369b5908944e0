/** One row of the benchmark: what was measured, and its target. */
export interface RowResult {
  /** Keys of the JSON line, with their values. */
  values: Record<string, number | string | null>;
  title: string;
  /** The figure as a person reads it. */
  measured: string;
  bar: string;
  passed: boolean;
}

export interface Row {
  name: string;
  /** Always, with `--quick` too; only in the full run; only when it is named. */
  when: 'always' | 'full' | 'named';
  run(measurements: Measurements, quick: boolean): Promise<RowResult[]>;
}

/** Results of earlier rows of the same run, for comparison by later ones. */
export interface Measurements {
  floorPerSecond: number;
  acceptedPerSecond: number;
  /** Rows per second of the best batched insert; NaN until it was measured. */
  insertedPerSecond: number;
  /** `Prefer: wait` on 64 connections, queue on Redis; NaN until it was measured. */
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
