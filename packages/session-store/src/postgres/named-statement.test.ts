import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { openTestStore, type TestStore } from '../../test/open-test-store.ts';
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

describe('columns', () => {
  let database: TestStore;
  let client: pg.Client;
  let nameOfType: Map<number, string>;

  beforeAll(async () => {
    database = await openTestStore();
    client = await database.connect();
    const types = await database.sql<{ oid: number; name: string }>(
      `SELECT t.oid::int4 AS oid, CASE WHEN t.typcategory = 'A' THEN e.typname || '[]' ELSE t.typname END AS name
        FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem`,
    );
    nameOfType = new Map(types.map(({ oid, name }) => [oid, name]));
  });
  afterAll(() => database.close());

  test.each(definedStatements().filter(({ name }) => !name.startsWith('test_')))(
    'of $name are those that PostgreSQL describes',
    async ({ text, columns }) => {
      const described = await describeStatement(client, text);
      expect(Object.fromEntries(described.map(({ name, dataTypeID }) => [name, nameOfType.get(dataTypeID)]))).toEqual(
        Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, type.replace(/\?$/, '')])),
      );
    },
  );

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
