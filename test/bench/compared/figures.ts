import { median } from '../row.ts';

/** What a load measured, by name. */
export type Figures = Readonly<Record<string, number>>;

/** One figure of both versions, over all rounds. */
export interface ComparedFigure {
  key: string;
  /** Medians. */
  before: number;
  now: number;
  /** Now ÷ before of the readings of one round, which an hour that is slow for both does not change. */
  ratio: number;
  leastRatio: number;
  mostRatio: number;
}

/** The figures that both versions have in every round, in the order of the first; what cost nothing has no ratio. */
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

/** As a table for a terminal. */
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

/** Three digits at least. */
function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function areNumbers(pair: {
  before: number | undefined;
  now: number | undefined;
}): pair is { before: number; now: number } {
  return typeof pair.before === 'number' && typeof pair.now === 'number';
}
