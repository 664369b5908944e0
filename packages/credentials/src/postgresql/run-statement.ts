import type { DatabaseResult, DatabaseStatement } from '@workflow/component-kit/run';
import { StepFailure } from '@workflow/component-kit/run';
import { escapeLiteral, type Client, type QueryArrayResult } from 'pg';
import type { LibraryUse } from '@workflow/outbound/library-use';
import { withinBytes } from '../sql/limited-bytes.ts';
import { parseJsonValues } from '../sql/json-values.ts';
import { rememberedResult, requireRunOnce, storedResult } from '../sql/remembered-result.ts';
import { streamOf } from './connect.ts';
import { OneStatement } from './one-statement.ts';

const UNDEFINED_TABLE = '42P01';
/** If two sessions create the same table, one fails with one of these codes of the catalogue. */
const MADE_MEANWHILE = new Set(['23505', '42710', '42P07']);

export interface PostgresConnection {
  readonly client: Client;
  /** Guards all calls of the library on this connection. */
  readonly use: LibraryUse;
  /** Resolves when the server has received a cancel request. null means that none was sent. */
  cancelled: Promise<void> | null;
}

/** Runs one statement, with or without a run-once key. Rejects with the error of the library or the server. */
export async function runStatement(
  connection: PostgresConnection,
  statement: DatabaseStatement,
): Promise<DatabaseResult> {
  const runOnce = requireRunOnce(statement);
  const { client } = connection;
  const settings = settingsFor(statement);
  return withinBytes(streamOf(client), statement.maxBytes, () =>
    runOnce === null ? runOne(client, statement, settings) : runWithKey(client, statement, { ...runOnce, settings }),
  );
}

/** @param settings apply to this statement; null for none */
async function runOne(client: Client, statement: DatabaseStatement, settings: string | null): Promise<DatabaseResult> {
  const result = await client.query(new OneStatement(statement, settings)).done;
  await parseJsonValues(result.rows, statement.parseJson);
  return result;
}

/**
 * Returns a statement that applies settings until the transaction ends: dates as ISO 8601, bytes in hex, and the time
 * limit, regardless of the settings of the database and the user. They apply to the transaction only, because a pooler
 * may give the session to another client afterwards.
 */
function settingsFor({ timeoutMs }: DatabaseStatement): string {
  const settings = { datestyle: 'ISO', bytea_output: 'hex', statement_timeout: String(timeoutMs ?? 0) };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `SELECT ${calls.join(', ')}`;
}

/**
 * Runs a statement of this repository. Its rows are lists, because the library makes objects with all described
 * columns, however few values a row has.
 */
export function ask(client: Client, text: string): Promise<QueryArrayResult> {
  return client.query({ text, rowMode: 'array' });
}

/**
 * Runs a statement once for its key. The key is inserted before the statement runs, so this waits for another try of
 * the same step that may still run at the server. Table and key consist of letters that need no quoting.
 */
async function runWithKey(
  client: Client,
  statement: DatabaseStatement,
  { table, key, settings }: { table: string; key: string; settings: string },
): Promise<DatabaseResult> {
  const isNew = await takeKey(client, { table, key, settings });
  if (!isNew) {
    const { rows } = await ask(client, `SELECT result FROM "${table}" WHERE step_key = '${key}'`);
    await ask(client, 'COMMIT');
    return rememberedResult((rows[0]?.[0] as string | null | undefined) ?? null);
  }
  const result = await runOne(client, statement, null);
  const text = storedResult(result);
  const saved = await ask(client, `UPDATE "${table}" SET result = ${escapeLiteral(text)} WHERE step_key = '${key}'`);
  if (saved.rowCount !== 1)
    throw new StepFailure('DATABASE_ERROR', `the statement removed its own key from ${table}; nothing was changed`);
  await ask(client, 'COMMIT');
  return result;
}

/** Begins a transaction and inserts the key. Returns false if the key was already there. */
async function takeKey(
  client: Client,
  { table, key, settings }: { table: string; key: string; settings: string },
): Promise<boolean> {
  const take = `BEGIN; ${settings}; INSERT INTO "${table}" (step_key) VALUES ('${key}') ON CONFLICT DO NOTHING`;
  try {
    return insertedOne(await ask(client, take));
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
  }
  await ask(client, 'ROLLBACK');
  await makeTable(client, table);
  return insertedOne(await ask(client, take));
}

/** Returns true if the last statement inserted a row. A text of several statements has one result for each. */
function insertedOne(results: unknown): boolean {
  return (results as { rowCount: number | null }[]).at(-1)?.rowCount === 1;
}

async function makeTable(client: Client, table: string): Promise<void> {
  const columns = 'step_key text PRIMARY KEY, result text, created_at timestamptz NOT NULL DEFAULT now()';
  try {
    await ask(client, `CREATE TABLE IF NOT EXISTS "${table}" (${columns})`);
  } catch (error) {
    if (!MADE_MEANWHILE.has((error as { code?: string }).code ?? '')) throw error;
  }
}
