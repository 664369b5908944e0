import { MISSED, type FaultResult } from './fault.ts';

const COLUMNS = ['accepted', 'finished', 'lost', 'finishedTwice', 'committedStepsRerun', 'recoverySeconds'] as const;

export function summaryTable(results: FaultResult[]): string {
  const lines = [
    ['fault', ...COLUMNS, ''],
    ...results.map((result) => [
      result.name,
      ...COLUMNS.map((column) => String(result[column])),
      result.passed ? 'held' : 'MISSED',
    ]),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One JSON object; `missed` names the parts of a fault's bars that were missed. */
export function summaryLine(results: FaultResult[]): string {
  const faults = results.map(({ notes, ...figures }) => ({
    ...figures,
    missed: notes.filter((note) => note.startsWith(MISSED)).map((note) => note.slice(MISSED.length)),
  }));
  return JSON.stringify({ faults, passed: results.every((result) => result.passed) });
}
