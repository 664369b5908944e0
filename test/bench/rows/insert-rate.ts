import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Measurements, RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const CONNECTIONS = 8;
const ROWS_PER_INSERT = 64;
const SECONDS = 6;
const VALUES = JSON.stringify({ name: 'Ada Lovelace', amount: 42 });

/** Measures a second floor: rows per second of this PostgreSQL with the best batched insert, one commit per batch. */
export function measureInsertRate(measurements: Measurements): Promise<RowResult> {
  return withLab({ backend: 'postgres', ingresses: 0, executors: 0 }, async (lab) => {
    await lab.withDatabase((database) =>
      database.query(`CREATE TABLE insert_floor (
        id uuid PRIMARY KEY, organization_id uuid NOT NULL, placeholder_values jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now())`),
    );
    const since = performance.now();
    const until = since + SECONDS * 1000;
    const inserted = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => lab.withDatabase((database) => insertUntil(database, until))),
    );
    const rows = inserted.reduce((sum, count) => sum + count, 0);
    const perSecond = (rows * 1000) / (performance.now() - since);
    measurements.insertedPerSecond = perSecond;
    return {
      title: `rows of batched inserts (${ROWS_PER_INSERT} each, ${CONNECTIONS} connections)`,
      values: { insertedPerSecond: Math.round(perSecond) },
      measured: `${Math.round(perSecond)}/s`,
      bar: 'the second floor',
      passed: true,
    };
  });
}

async function insertUntil(database: Client, until: number): Promise<number> {
  const organizationId = randomUUID();
  const values = Array.from({ length: ROWS_PER_INSERT }, () => VALUES);
  let count = 0;
  while (performance.now() < until) {
    await database.query({
      name: 'insert_floor',
      text: `INSERT INTO insert_floor (id, organization_id, placeholder_values)
        SELECT i.id, $2, i.placeholder_values::jsonb FROM unnest($1::uuid[], $3::text[]) AS i(id, placeholder_values)`,
      values: [values.map(() => randomUUID()), organizationId, values],
    });
    count += ROWS_PER_INSERT;
  }
  return count;
}
