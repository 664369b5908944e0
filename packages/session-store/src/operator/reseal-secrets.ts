import { statement } from '../postgres/named-statement.ts';
import { bytesArray, plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { SEALED_COLUMNS, type SealedColumn } from '../sealing/sealed-columns.ts';
import { sealSecret, tryOpenSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';
import { replaceSecretsKeyCheck } from '../sealing/secrets-key-check.ts';
import { resealAddressKey } from '../sealing/address-key.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { FIRST_UUID } from '../ids/uuid-limits.ts';

interface ResealOutcome {
  /** Values of a previous key that are now sealed with the current one. */
  resealed: number;
  /** Values that the current key had already sealed. */
  current: number;
  /** Values that no key opens. They remain unchanged, and their organization can store them again. */
  unreadable: number;
}

interface SealedRow {
  id: string;
  organizationId: string;
  name: string;
  sealed: Uint8Array;
}

const ROWS_AT_ONCE = 200;
/**
 * Seals all values of previous keys with the current key. Replicas may run at the same time, because they open values
 * of all keys. A value that changes in the meantime is left as it is. It can be interrupted and repeated.
 * @param by the operator's name in the audit log of each organization
 * @throws StoreUnavailableError
 */
export async function resealSecrets(sql: Sql, keys: SecretsKeys, by: string): Promise<ResealOutcome> {
  const outcome = { resealed: 0, current: 0, unreadable: 0 };
  for (const column of SEALED_COLUMNS) {
    let after = FIRST_UUID;
    for (;;) {
      const rows = await readRows(sql, column, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      const changes = resealRows(keys, rows, outcome);
      if (changes.length > 0)
        outcome.resealed += await sql.transaction((query) => writeRows(query, by, column, changes));
    }
  }
  await resealAddressKey(sql, keys);
  await replaceSecretsKeyCheck(sql.query, keys);
  return outcome;
}

function readRows(sql: Sql, { table, column, name }: SealedColumn, after: string): Promise<SealedRow[]> {
  const text = `SELECT id, organization_id AS "organizationId", ${name} AS name, ${column} AS sealed
    FROM ${table} WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT ${ROWS_AT_ONCE}`;
  return sql.query<SealedRow>({ name: `read_${column}_of_${table}`, text }, [after]);
}

interface ResealedRow {
  row: SealedRow;
  sealed: Uint8Array;
}

/** Reseals the rows that need it, and counts the others. */
function resealRows(keys: SecretsKeys, rows: readonly SealedRow[], outcome: ResealOutcome): ResealedRow[] {
  const changes: ResealedRow[] = [];
  for (const row of rows) {
    const opened = tryOpenSecret(keys, row.organizationId, row.name, row.sealed);
    if (opened === null) outcome.unreadable += 1;
    else if (opened.isCurrent) outcome.current += 1;
    else changes.push({ row, sealed: sealSecret(keys.secretsKey, row.organizationId, row.name, opened.value) });
  }
  return changes;
}

const AUDIT = statement<Record<'ids' | 'organizationIds' | 'counts', SqlArray> & { by: string }>()(
  'audit_reseal',
  `INSERT INTO audit_log (id, organization_id, actor_type, actor_name, action, target_type, detail)
    SELECT i.id, i.organization_id, 'system', $by, 'secret.reseal', 'secret', jsonb_build_object('count', i.count)
    FROM unnest($ids::uuid[], $organizationIds::uuid[], $counts::int[]) AS i(id, organization_id, count)`,
  {},
);

/** @returns the number of rows that had not changed since they were read */
async function writeRows(
  query: Query,
  by: string,
  { table, column }: SealedColumn,
  changes: readonly ResealedRow[],
): Promise<number> {
  const text = `UPDATE ${table} t SET ${column} = i.sealed
    FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS i(id, before, sealed)
    WHERE t.id = i.id AND t.${column} = i.before RETURNING t.organization_id AS "organizationId"`;
  const written = await query<{ organizationId: string }>({ name: `reseal_${column}_of_${table}`, text }, [
    plainArray(changes.map(({ row }) => row.id)),
    bytesArray(changes.map(({ row }) => row.sealed)),
    bytesArray(changes.map(({ sealed }) => sealed)),
  ]);
  const counts = new Map<string, number>();
  for (const { organizationId } of written) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  await query(
    ...AUDIT.with({
      ids: plainArray([...counts].map(() => timeOrderedId())),
      organizationIds: plainArray([...counts.keys()]),
      counts: plainArray([...counts.values()]),
      by,
    }),
  );
  return written.length;
}
