import { median } from '../row.ts';

/** The measurements of a load by name. */
export type Figures = Readonly<Record<string, number>>;

/** One figure of both versions over all rounds. */
export interface ComparedFigure {
  key: string;
  /** The medians of the rounds. */
  before: number;
  now: number;
  /**
   * The median of now ÷ before within one round. A slow hour changes both readings of a round, so it does not change
   * this.
   */
  ratio: number;
  leastRatio: number;
  mostRatio: number;
}

/**
 * Returns the figures that both versions have in every round, in the order of the first version. A figure whose earlier
 * value is 0 has no ratio.
 */
export function comparePairs(pairs: readonly { before: Figures; now: Figures }[]): ComparedFigure[] {
  return Object.keys(pairs[0]?.before ?? {}).flatMap((key) => {
    const values = pairs.map(({ before, now }) => ({ before: before[key], now: now[key] }));
    if (!values.every(areNumbers) || values.some(({ before }) => before === 0)) return [];
    const ratios = values.map(({ before, now }) => now / before);
    return {
      key,
      before: median(values.map(({ before }) => before)),
      now: median(values.map(({ now }) => now)),
      ratio: median(ratios),
      leastRatio: Math.min(...ratios),
      mostRatio: Math.max(...ratios),
    };
  });
}

/** Returns the figures as a table for a terminal. */
export function comparisonTable(figures: readonly ComparedFigure[]): string {
  const width = Math.max(0, ...figures.map(({ key }) => key.length));
  const lines = figures.map(({ key, before, now, ratio, leastRatio, mostRatio }) =>
    [
      key.padEnd(width),
      shown(before).padStart(10),
      shown(now).padStart(10),
      ratio.toFixed(2).padStart(6),
      `${leastRatio.toFixed(2)}–${mostRatio.toFixed(2)}`,
    ].join('  '),
  );
  return [`${''.padEnd(width)}      before         now   ratio  of the rounds`, ...lines].join('\n');
}

/** Returns the value with at least three digits. */
function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function areNumbers(pair: {
  before: number | undefined;
  now: number | undefined;
}): pair is { before: number; now: number } {
  return typeof pair.before === 'number' && typeof pair.now === 'number';
}
