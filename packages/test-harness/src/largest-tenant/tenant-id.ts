/** The kinds of rows whose ids the largest tenant's fixture chooses. */
const KINDS = {
  workflow: '001',
  component: '002',
  definition: '003',
  session: '004',
  child: '005',
  waiting: '006',
  question: '007',
  table: '008',
  row: '009',
  file: '00a',
  hook: '00b',
  delivery: '00c',
  credential: '00d',
  user: '00e',
  operation: '00f',
  draft: '010',
  held: '011',
  other: '012',
  delayed: '013',
  app: '014',
  pooled: '015',
  due: '016',
} as const;

export type TenantRow = keyof typeof KINDS;

/** Ids sort by their number, and later kinds of sessions sort after earlier ones. */
const SINCE_MS = Date.now() - 3_600_000;

/** Returns the same id of a row as the SQL function `tenant_id`: a UUIDv7 whose time rises with the number. */
export function tenantId(row: TenantRow, number: number): string {
  const hex = (value: number): string => value.toString(16).padStart(12, '0');
  const digits = `${hex(SINCE_MS + number)}70008${KINDS[row]}${hex(number)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const CASES = Object.entries(KINDS).map(([row, digits]) => `WHEN '${row}' THEN '${digits}'`);

/** Creates the function `tenant_id` in PostgreSQL. */
export const TENANT_ID_SQL = `CREATE FUNCTION tenant_id(kind text, number bigint)
  RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT (lpad(to_hex(${SINCE_MS} + number), 12, '0') || '70008' || CASE kind ${CASES.join(' ')} END
          || lpad(to_hex(number), 12, '0'))::uuid $$`;
