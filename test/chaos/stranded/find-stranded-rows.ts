import { waitFor } from '@workflow/test-harness';
import type { Client } from 'pg';
import { MISSED } from '../fault.ts';
import { STATEFUL_TABLES, TABLES_OF_LOOPS, type Rule } from './tables.ts';

/** Loops work on rows of the last sessions for some seconds, for example until a dead executor is noticed. */
const SETTLED_WITHIN_MS = 30_000;

/** Rows of one table and state that no loop would ever touch again. */
export interface StrandedRows {
  /** The table, and its state if it has one. */
  kind: string;
  count: number;
}

/** The counting statement: one query over all tables with a state, and all others that loops work on. */
const COUNT_STRANDED = [
  ...Object.entries(STATEFUL_TABLES).flatMap(([table, { column, states }]) =>
    Object.entries(states).flatMap(([state, rule]) => {
      const [status] = state.split(', ');
      const conditions = [`t.${column} = '${status}'`, ...(rule.part === undefined ? [] : [rule.part])];
      return countOf(`${table} ${state}`, table, rule, conditions);
    }),
  ),
  ...Object.entries(TABLES_OF_LOOPS).flatMap(([table, rule]) => countOf(table, table, rule, [])),
].join('\nUNION ALL ');

function countOf(kind: string, table: string, rule: Rule, conditions: string[]): string[] {
  if (!('stranded' in rule)) return [];
  const all = [...conditions, `(${rule.stranded})`].join(' AND ');
  return [`SELECT '${kind}' AS kind, count(*)::int AS count FROM ${table} t WHERE ${all}`];
}

/** Reads the stranded rows once. */
export async function readStrandedRows(database: Client): Promise<StrandedRows[]> {
  const { rows } = await database.query<StrandedRows>(
    `SELECT kind, count FROM (${COUNT_STRANDED}) counted WHERE count > 0 ORDER BY kind`,
  );
  return rows;
}

/** Waits until no row is stranded, because a loop may be about to change some. Returns those that remain. */
export async function findStrandedRows(database: Client): Promise<StrandedRows[]> {
  let stranded: StrandedRows[] = [];
  const none = async (): Promise<boolean> => (stranded = await readStrandedRows(database)).length === 0;
  await waitFor(none, { withinMs: SETTLED_WITHIN_MS, everyMs: 500 }).catch(() => undefined);
  return stranded;
}

export function countRows(stranded: readonly StrandedRows[]): number {
  return stranded.reduce((sum, { count }) => sum + count, 0);
}

export function strandedNotes(stranded: readonly StrandedRows[]): string[] {
  return stranded.map(({ kind, count }) => `${MISSED}${count} rows of ${kind} that no loop would touch again`);
}
