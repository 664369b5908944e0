import { MISSED, type FaultResult } from './fault.ts';
import type { LeftOut } from './run-faults.ts';

const COLUMNS = [
  'accepted',
  'finished',
  'lost',
  'finishedTwice',
  'committedStepsRerun',
  'stranded',
  'recoverySeconds',
] as const;

export function summaryTable(results: FaultResult[], leftOut: LeftOut[]): string {
  const lines = [
    ['fault', ...COLUMNS, ''],
    ...results.map((result) => [
      result.name,
      ...COLUMNS.map((column) => String(result[column])),
      result.passed ? 'held' : 'MISSED',
    ]),
    ...leftOut.map(({ name }) => [name, ...COLUMNS.map(() => '–'), 'LEFT OUT']),
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

/**
 * Returns one JSON object. `missed` names the missed bars of each fault, `leftOut` the faults that could not run.
 * @param seconds the time that all faults took together
 */
export function summaryLine(results: FaultResult[], leftOut: LeftOut[], seconds: number): string {
  const faults = results.map(({ notes, ...figures }) => ({
    ...figures,
    missed: notes.filter((note) => note.startsWith(MISSED)).map((note) => note.slice(MISSED.length)),
  }));
  const passed = results.length > 0 && results.every((result) => result.passed);
  return JSON.stringify({ faults, leftOut, seconds, passed });
}
