import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { DatabaseResult, DatabaseStatement, Json } from '@workflow/component-kit/run';
import { ConnectionPools } from '../connection-pools.ts';
import { openDatabase as openMysql } from '../mysql/open-database.ts';
import { openDatabase as openPostgres } from '../postgresql/open-database.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Runs a statement on a server that answers as `serve` does. */
async function ask(
  open: typeof openMysql | typeof openPostgres,
  serve: (socket: Socket) => void,
  more: Partial<DatabaseStatement> = {},
): Promise<DatabaseResult> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    stops.push(() => socket.destroy());
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const pools = new ConnectionPools({ maxConnections: 1, idleMs: 60_000, maxIdle: 10 });
  stops.push(() => pools.close());
  const fields = { host: '127.0.0.1', port, database: 'd', user: 'u', password: 'p', tls: 'none' };
  const reach = { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version: '1' } };
  const limits = { maxRows: 100_000, maxBytes: 20_000_000, timeoutMs: 10_000 };
  const statement = { text: 'SHOW x', parameters: [], ...limits, ...more };
  return open(fields as never, reach).run(statement, new AbortController().signal);
}

/** A message of PostgreSQL. */
function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function int(value: number, bytes: number): Buffer {
  const number = Buffer.alloc(bytes);
  number.writeIntBE(value, 0, bytes);
  return number;
}

const READY = message('Z', 'I');

/** Lets the client in, and answers its first Sync with a result. */
function postgres(types: readonly number[], rows: readonly (readonly string[])[], nameLength = 0) {
  const columns = types.map((type, index) => {
    const name = `c${index}`.padEnd(nameLength, 'x');
    return Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(6), int(type, 4), Buffer.alloc(8)]);
  });
  const dataRow = (row: readonly string[]): Buffer =>
    message('D', int(row.length, 2), ...row.flatMap((text) => [int(Buffer.byteLength(text), 4), text]));
  const result = [
    message('1'),
    message('2'),
    message('T', int(columns.length, 2), ...columns),
    ...rows.map(dataRow),
    message('C', 'SHOW\0'),
    READY,
  ];
  return (socket: Socket): void => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int(0, 4)), READY]));
      socket.once('data', () => socket.write(Buffer.concat(result)));
    });
  };
}

const INT4_ARRAY = 1_007;
const TEXT_ARRAY = 1_009;
const JSON_ARRAY = 199;

test('PostgreSQL: rows without the described columns are refused', async () => {
  const types = Array.from({ length: 1_000 }, () => 25);
  await expect(ask(openPostgres, postgres(types, [[], [], []]))).rejects.toMatchObject({
    code: 'DATABASE_UNAVAILABLE',
    message: expect.stringContaining('lacks described columns'),
  });
});

test('PostgreSQL: a list of more than a million items is too large', async () => {
  const row = [`{${'1,'.repeat(1_000_000)}1}`];
  await expect(ask(openPostgres, postgres([INT4_ARRAY], [row]))).rejects.toMatchObject({
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringContaining('more than 1000000 values'),
  });
});

test('PostgreSQL: the names of columns count for each row', async () => {
  const types = Array.from({ length: 100 }, () => 25);
  const rows = Array.from({ length: 20 }, () => types.map(() => ''));
  // The server sends 20 KB.
  await expect(ask(openPostgres, postgres(types, rows, 100), { maxBytes: 50_000 })).rejects.toMatchObject({
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringContaining('more than 50000 characters in the names of its columns'),
  });
  expect((await ask(openPostgres, postgres(types, rows), { maxBytes: 50_000 })).rows).toHaveLength(20);
});

test('PostgreSQL: many small JSON values are parsed in a data process', async () => {
  const asked: number[] = [];
  const parseJson = async (texts: readonly string[]): Promise<Json[]> => {
    asked.push(texts.length);
    return texts.map(() => 1);
  };
  const row = [`{${'x,'.repeat(4_999)}x}`];
  const { rows } = await ask(openPostgres, postgres([JSON_ARRAY], [row]), { parseJson });
  expect(asked).toEqual([5_000]);
  expect(rows).toEqual([{ c0: Array.from({ length: 5_000 }, () => 1) }]);
});

test('PostgreSQL: quoted items are read without their escapes', async () => {
  const row = [String.raw`{"a\"b\\","",c,"ä{},",NULL,"NULL"}`];
  const { rows } = await ask(openPostgres, postgres([TEXT_ARRAY], [row]));
  expect(rows).toEqual([{ c0: ['a"b\\', '', 'c', 'ä{},', null, 'NULL'] }]);
});

/** A packet of MySQL. */
function packet(sequence: number, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = sequence % 256;
  return Buffer.concat([head, body]);
}

/** The greeting of protocol 10. */
const GREETING = packet(
  0,
  '\n8.0.0\0',
  Buffer.alloc(4),
  Buffer.alloc(8, 65),
  Buffer.from([0, 0xff, 0xf7, 45, 2, 0, 0x2a, 0, 21]),
  Buffer.alloc(10),
  Buffer.alloc(12, 66),
  '\0mysql_native_password\0',
);
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const END = Buffer.from([0xfe, 0, 0, 2, 0]);
/** The description of a prepared statement without parameters and columns. */
const PREPARED = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const PREPARE = 0x16;
const EXECUTE = 0x17;
const NULL_TYPE = 6;
const TEXT_TYPE = 0xfd;

/** The catalog of a column's definition, and the names of its schema and table. */
const BEFORE_NAME = Buffer.from('\u0003def\0\0\0');
/** The end of a column's definition: the length of its original name, the character set, and its type. */
const typeOf = (type: number): Buffer => Buffer.from([0, 0x0c, 45, 0, 255, 0, 0, 0, type, 0, 0, 0, 0, 0]);
const columnOf = (name: string, type: number): Buffer =>
  Buffer.concat([BEFORE_NAME, Buffer.from([name.length]), Buffer.from(name), typeOf(type)]);

/** Lets the client in, and answers the execution of its statement with a result. */
function mysql(count: number, columns: readonly Buffer[], rows: readonly Buffer[]): (socket: Socket) => void {
  const header = Buffer.from([0xfc, count % 256, Math.floor(count / 256)]);
  const result = Buffer.concat([header, ...columns, END, ...rows, END].map((body, index) => packet(index + 1, body)));
  return (socket) => {
    socket.write(GREETING);
    let isLetIn = false;
    socket.on('data', (data: Buffer) => {
      const command = isLetIn ? data[4] : null;
      if (command === EXECUTE) socket.write(result);
      else if (command === PREPARE) socket.write(packet(1, PREPARED));
      else socket.write(packet(isLetIn ? 1 : 2, OK));
      isLetIn = true;
    });
  };
}

const columnsOf = (count: number, type: number): Buffer[] =>
  Array.from({ length: count }, (_, index) => columnOf(`c${index}`, type));
/** A row without values. */
const emptyRow = (columns: number): Buffer =>
  Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.floor((columns + 9) / 8), 0xff)]);

test('MySQL: a result is read', async () => {
  const row = Buffer.concat([Buffer.from([0, 0b1000, 2]), Buffer.from('ab')]);
  const { rows } = await ask(openMysql, mysql(2, columnsOf(2, TEXT_TYPE), [row]));
  expect(rows).toEqual([{ c0: 'ab', c1: null }]);
});

test('MySQL: the name of a column ends with its packet', async () => {
  // The name is reported to end within the text of the row, where the rest of the definition is.
  const beforeText = Buffer.concat([packet(0, END), packet(0, Buffer.from([0, 0])), Buffer.alloc(1)]).length;
  const definition = Buffer.concat([BEFORE_NAME, Buffer.from([1 + beforeText, 97])]);
  const text = Buffer.concat([typeOf(TEXT_TYPE), Buffer.alloc(20, 97)]);
  const row = Buffer.concat([Buffer.from([0, 0, text.length]), text]);
  await expect(ask(openMysql, mysql(1, [definition], [row]))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
});

test('MySQL: rows without a bit for each column are refused', async () => {
  const rows = [Buffer.from([0]), Buffer.from([0])];
  await expect(ask(openMysql, mysql(100, columnsOf(100, NULL_TYPE), rows))).rejects.toMatchObject({
    code: 'DATABASE_UNAVAILABLE',
    message: expect.stringContaining('a row that is too short'),
  });
});

test('MySQL: more columns than a server has are refused', async () => {
  await expect(ask(openMysql, mysql(5_000, columnsOf(5_000, TEXT_TYPE), []))).rejects.toMatchObject({
    code: 'DATABASE_UNAVAILABLE',
    message: expect.stringContaining('a result of 5000 columns'),
  });
});

test('MySQL: more than a million missing values are too large', async () => {
  const rows = Array.from({ length: 600 }, () => emptyRow(2_000));
  await expect(ask(openMysql, mysql(2_000, columnsOf(2_000, TEXT_TYPE), rows))).rejects.toMatchObject({
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringContaining('more than 1000000 values'),
  });
});
