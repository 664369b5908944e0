import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LibraryUse } from './library-use.ts';

const PROGRAM = `${import.meta.dirname}/testing/uncaught-errors.ts`;
let server: Server;

beforeAll(async () => {
  server = createServer((socket) => socket.on('error', () => undefined).write('x')).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

function spawnProgram(error: string, port: number) {
  return spawn(process.execPath, [PROGRAM, error, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Returns the lines that a process prints in which this error occurs. */
async function outcomeOf(error: string): Promise<string[]> {
  const { port } = server.address() as AddressInfo;
  const { stdout } = spawnProgram(error, port);
  return (await text(stdout)).trim().split('\n');
}

test.each([
  'a data handler',
  'a connect handler',
  'a timer',
  'a tick',
  'an immediate',
  'a rejection',
  'a late rejection',
  'an error event',
  'a pipeline',
  'a refused connection',
])('an error of a library in %s fails its use, and the process goes on', async (error) => {
  const lines = await outcomeOf(error);
  expect(lines[0]).toBe('taken: the library');
  expect(lines.at(-1)).toMatch(/^the library failed on data of the server: .+ \| the library failed .+ \| true true$/);
});

test('an error of our code that a library calls back ends the process', async () => {
  expect(await outcomeOf('a callback of ours')).toEqual(['exit: wrong']);
});

test('returns and rejects as the library does', async () => {
  const use = new LibraryUse('the library');
  expect(await use.call(() => 1)).toBe(1);
  await expect(use.call(() => Promise.reject(new RangeError('no')))).rejects.toBeInstanceOf(RangeError);
  await expect(
    use.call(() => {
      throw new TypeError('no');
    }),
  ).rejects.toBeInstanceOf(TypeError);
  expect(use.isBroken).toBe(false);
});
