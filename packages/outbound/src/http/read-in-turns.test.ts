import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inTurns, readConnectionInTurns } from './read-in-turns.ts';

const KIB = 1_024;

/** Counts within one turn of the event loop. */
class TurnCounter {
  most = 0;
  #inTurn = 0;
  #hasStopped = false;

  constructor() {
    // It is scheduled before everything that the next turn does.
    const beginTurn = (): void => {
      this.#inTurn = 0;
      if (!this.#hasStopped) setImmediate(beginTurn);
    };
    beginTurn();
  }

  add(count: number): void {
    this.#inTurn += count;
    this.most = Math.max(this.most, this.#inTurn);
  }

  stop(): void {
    this.#hasStopped = true;
  }
}

let counter: TurnCounter;
beforeEach(() => {
  counter = new TurnCounter();
});
afterEach(() => counter.stop());

/** Reads a connection as libraries do, when it is readable, and resolves to the length of all that it sent. */
function lengthOf(connection: PassThrough): Promise<number> {
  let length = 0;
  connection.on('readable', () => {
    for (let chunk = connection.read() as Buffer | null; chunk !== null; chunk = connection.read() as Buffer | null) {
      counter.add(chunk.length);
      length += chunk.length;
    }
  });
  return new Promise((resolve) => void connection.once('end', () => resolve(length)));
}

test('a turn of the event loop reads 64 KiB of a connection, and one chunk more at most', async () => {
  const connection = new PassThrough({ highWaterMark: 16 * 64 * KIB });
  readConnectionInTurns(connection);
  for (let sent = 0; sent < 15; sent += 1) connection.write(Buffer.alloc(60 * KIB));
  connection.end();
  expect(await lengthOf(connection)).toBe(15 * 60 * KIB);
  expect(counter.most).toBeLessThanOrEqual(120 * KIB);
});

test('bytes that arrived before the connection failed are read before its error', async () => {
  const connection = new PassThrough({ highWaterMark: 16 * 64 * KIB });
  readConnectionInTurns(connection);
  let length = 0;
  connection.on('readable', () => {
    for (let chunk = connection.read() as Buffer | null; chunk !== null; chunk = connection.read() as Buffer | null)
      length += chunk.length;
  });
  connection.once('readable', () => connection.destroy(new Error('the server closed the connection')));
  const lengthAtError = new Promise((resolve) => void connection.once('error', () => resolve(length)));
  for (let sent = 0; sent < 5; sent += 1) connection.write(Buffer.alloc(60 * KIB));
  expect(await lengthAtError).toBe(5 * 60 * KIB);
});

test('bytes that arrive in later turns are read when they arrive', async () => {
  const connection = new PassThrough();
  readConnectionInTurns(connection);
  const length = lengthOf(connection);
  for (let sent = 0; sent < 5; sent += 1) {
    connection.write(Buffer.alloc(KIB));
    await new Promise((resolve) => void setImmediate(resolve));
  }
  connection.end();
  expect(await length).toBe(5 * KIB);
});

test('a body of many chunks is read in many turns', async () => {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < 2_000; sent += 1) yield Buffer.from('x');
  }
  let length = 0;
  for await (const chunk of inTurns(chunks())) {
    counter.add(1);
    length += chunk.length;
  }
  expect(length).toBe(2_000);
  expect(counter.most).toBeLessThanOrEqual(256);
});
