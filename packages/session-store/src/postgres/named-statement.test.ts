import { beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { useTestStore } from '../../test/open-test-store.ts';
// This import loads every statement.
import '../index.ts';
import { definedStatements, numberParameters, statement } from './named-statement.ts';

describe('parameters', () => {
  test('are numbered by the order in which they first occur', () => {
    expect(numberParameters('SELECT $b::int, $a::text, $b::int, a::text')).toEqual({
      text: 'SELECT $1::int, $2::text, $1::int, a::text',
      names: ['b', 'a'],
    });
  });

  const find = statement<{ first: number; second: string | null }>()('test_find', 'SELECT $second::text, $first::int', {
    text: 'text?',
    int4: 'int4',
  });

  test('are passed by name', () => {
    expect(find.with({ first: 1, second: null })).toEqual([find, [null, 1]]);
  });

  test('that are left out are named', () => {
    const values = { first: 1 } as { first: number; second: string };
    expect(() => find.with(values)).toThrow('test_find has no value for its parameter second');
  });
});

test('statements with more than three parameters name them', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('generated'),
  );
  expect(files.length).toBeGreaterThan(200);
  // A replacement in a regular expression looks the same, but without a space before it.
  const numbered = files.filter((file) => /[ (]\$[4-9]\b/.test(readFileSync(join(source, file), 'utf8')));
  expect(numbered).toEqual([]);
});

/** Files of an organization's folders with a row that PostgreSQL does not describe, with the reason. */
const UNDESCRIBED_ROWS: Record<string, string> = {
  'apps/apps.ts': 'Only the number of rows is used.',
  'credentials/sign-ins.ts': 'Only the number of rows is used.',
  'management/lock-referenced.ts': 'Only the number of rows is used.',
  'management/list-startable-workflows.ts': 'The request determines the conditions.',
  'management/list-workflows.ts': 'The request determines the conditions.',
  'management/oauth-connections.ts': 'The request determines the conditions.',
  'management/lock-draft.ts': 'The caller determines the lock.',
  'management/read-workflow.ts': 'Its columns are those of lists whose conditions the request determines.',
  'management/attempt-counter.ts': 'Prisma returns an int8 as a bigint, and the driver returns its digits.',
  'operator/reseal-secrets.ts': 'The table and the column have variable names.',
};

test('rows of statements about an organization have the types that PostgreSQL describes', () => {
  const source = join(import.meta.dirname, '..');
  const folders = ['apps', 'collections', 'credentials', 'files', 'lookups', 'management', 'operator', 'triggers'];
  const undescribed = folders
    .flatMap((folder) => readdirSync(join(source, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /\b(?:query|queryByPrisma|queryRaw|queryRawUnsafe)</.test(readFileSync(join(source, file), 'utf8')),
    );
  expect(undescribed.toSorted()).toEqual(Object.keys(UNDESCRIBED_ROWS).toSorted());
});

/** Columns that may be null in their table and never are in the rows of a statement, each with the reason. */
const NEVER_NULL: Record<string, string> = {
  'read_failures_by_ids.failedAt': 'A failed session has ended.',
  'read_children.iteration': 'A child has a parent.',
  'read_next_children.run': 'A child has a parent.',
  'read_next_children.componentId': 'A child has a parent.',
  'read_next_children.iteration': 'A child has a parent.',
  'list_step_parts.part': 'Only rows with a part are read.',
  'read_step_parts.part': 'Only rows with a part are read.',
  'lock_gatherings.key': 'A gathering is found by its key.',
  'ask_question.expiresAt': 'A question that was asked has an end.',
  'look_at_question.expiresAt': 'A question that was asked has an end.',
  'find_approval.choices': 'An approval that was asked has choices.',
  'find_approval.approvers': 'An approval that was asked has a list of approvers.',
  'list_approvals.expiresAt': 'The end of a waiting approval is in the future.',
  'list_approvals.choices': 'An approval has choices.',
  'list_approvals.approvers': 'An approval has a list of approvers.',
  'find_api_key.scopes': 'An API key has a list of scopes.',
  'find_table.name': 'A table is found by its name.',
  'find_table.columns': 'A table has columns.',
  'spend_device_code.scopes': 'A request to sign in names its scopes.',
  'spend_device_code.organizationId': 'Who accepts a sign-in chooses an organization.',
  'find_password_accounts.passwordHash': 'Only accounts with a password are read.',
  'count_folders.path': 'Only workflows in folders are counted.',
  'find_oauth_grant.organizationId': 'Only tokens for an organization are read.',
  'find_oauth_grant.scopes': 'A token has a list of scopes.',
  'find_due_schedules.nextAt': 'A due schedule has a time.',
  'find_due_schedules_of_some.nextAt': 'A due schedule has a time.',
  'count_children.componentId': 'Only children of a component are counted.',
  'count_children.run': 'A child has a parent.',
  'find_organizations_alone.id': 'Only turns of an organization are counted.',
  'next_operation_part.sessionIds': 'A part has a list of sessions.',
  'read_approvals_to_remind.choices': 'An approval has choices.',
  'read_approvals_to_remind.approvers': 'An approval has a list of approvers.',
  'read_approvals_to_remind.expiresAt': 'A question that was asked has an end.',
  'read_hooks_of_events.events': 'A hook has a list of events.',
  'read_hooks_of_events.workflowIds': 'A hook has a list of workflows.',
  'read_newest_previous_sealed_of_event_hooks.sealed': 'Only sealed texts are read.',
  'read_newest_sealed_of_credential_grants.sealed': 'Only sealed texts are read.',
};

/** An outer join makes columns null that are never null in their table. */
const OUTER_JOIN = /\b(?:LEFT|RIGHT|FULL)\s+JOIN\b/;

describe('columns', () => {
  const database = useTestStore();
  let client: pg.Client;
  let nameOfType: Map<number, string>;
  /** True for a column without NULL, by `<id of the table> <number>`. */
  let isNotNull: Map<string, boolean>;

  beforeAll(async () => {
    client = await database.connect();
    const types = await database.sql<{ oid: number; name: string }>(
      `SELECT t.oid::int4 AS oid, CASE WHEN t.typcategory = 'A' THEN e.typname || '[]' ELSE t.typname END AS name
        FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem`,
    );
    nameOfType = new Map(types.map(({ oid, name }) => [oid, name]));
    const stored = await database.sql<{ column: string; not_null: boolean }>(
      `SELECT a.attrelid || ' ' || a.attnum AS column, a.attnotnull AS not_null FROM pg_attribute a
        JOIN pg_class c ON c.oid = a.attrelid WHERE c.relkind IN ('r', 'p') AND a.attnum > 0`,
    );
    isNotNull = new Map(stored.map(({ column, not_null: notNull }) => [column, notNull]));
  });

  test.each(definedStatements().filter(({ name }) => !name.startsWith('test_')))(
    'of $name are those that PostgreSQL describes',
    async ({ text, columns }) => {
      const described = await describeStatement(client, text);
      expect(Object.fromEntries(described.map(({ name, dataTypeID }) => [name, nameOfType.get(dataTypeID)]))).toEqual(
        Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, type.replace(/\?$/, '')])),
      );
    },
  );

  test.each(definedStatements().filter(({ name }) => !name.startsWith('test_')))(
    'of $name may be null where PostgreSQL allows it',
    async ({ name: statementName, text, columns }) => {
      const wrong: string[] = [];
      for (const { name, tableID, columnID } of await describeStatement(client, text)) {
        const notNull = isNotNull.get(`${tableID} ${columnID}`);
        if (notNull === undefined) continue;
        const mayBeNull = columns[name]?.endsWith('?') === true;
        if (!notNull && !mayBeNull && !Object.hasOwn(NEVER_NULL, `${statementName}.${name}`))
          wrong.push(`${name} may be null`);
        if (notNull && mayBeNull && !OUTER_JOIN.test(text)) wrong.push(`${name} is never null`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('that are never null belong to statements that exist', () => {
    const names = definedStatements().flatMap(({ name, columns }) =>
      Object.keys(columns).map((column) => `${name}.${column}`),
    );
    expect(Object.keys(NEVER_NULL).filter((column) => !names.includes(column))).toEqual([]);
  });

  test('are compared for many statements', () => {
    expect(definedStatements().length).toBeGreaterThan(20);
  });
});

/** Lets PostgreSQL parse and describe a statement without running it. */
function describeStatement(client: pg.Client, text: string): Promise<pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: pg.FieldDef[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ text, name: '', types: [] }, true);
        connection.describe({ type: 'S' }, true);
        connection.sync();
      },
      handleRowDescription: (message: { fields: pg.FieldDef[] }) => {
        fields = message.fields;
      },
      handleError: (error: Error) => reject(error),
      handleReadyForQuery: () => resolve(fields),
    } as unknown as pg.Query);
  });
}

describe('a row', () => {
  const columns = { id: 'uuid', label: 'text?', content: 'jsonb', hidden: 'bytea?' } as const;

  test('may be narrower than the columns', () => {
    interface Row {
      id: string;
      label: 'a' | 'b' | null;
      content: { a: number };
      hidden: Uint8Array | null;
      later?: number;
    }
    expect(statement<object, Row>()('test_narrower', 'SELECT', columns).columns).toBe(columns);
  });

  test('is refused if it differs from the columns', () => {
    // @ts-expect-error label may be null.
    statement<object, { label: string }>()('test_null', 'SELECT', columns);
    // @ts-expect-error id is a text.
    statement<object, { id: number }>()('test_type', 'SELECT', columns);
    // @ts-expect-error id is never null.
    statement<object, { id: string | null }>()('test_never_null', 'SELECT', columns);
    // @ts-expect-error name is no column.
    statement<object, { name: string }>()('test_missing', 'SELECT', columns);
    expect(columns.label).toBe('text?');
  });
});
