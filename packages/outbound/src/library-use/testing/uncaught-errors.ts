/**
 * A test runs this file as a process. It causes an uncaught error, in a library's use or in its own code, and prints
 * the outcome.
 */
import { writeSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LibraryUse, outsideLibraries, takeLibraryError } from '../library-use.ts';

const port = Number(process.argv[3]);

const ERRORS: Record<string, () => unknown> = {
  'a data handler': () =>
    connect(port, '127.0.0.1').on('data', () => {
      throw new Error('wrong');
    }),
  'a connect handler': () =>
    connect(port, '127.0.0.1', () => {
      throw new Error('wrong');
    }),
  'a timer': () =>
    setTimeout(() => {
      throw new Error('wrong');
    }, 1),
  'a tick': () =>
    process.nextTick(() => {
      throw new Error('wrong');
    }),
  'an immediate': () =>
    setImmediate(() => {
      throw new Error('wrong');
    }),
  'a rejection': () => void Promise.reject(new Error('wrong')),
  'a late rejection': () =>
    void (async () => {
      await Promise.resolve();
      throw new Error('wrong');
    })(),
  'an error event': () => createGunzip().end('nonsense'),
  'a pipeline': () => pipeline(new PassThrough().end(), createGunzip(), () => undefined),
  'a refused connection': () => connect(1, '127.0.0.1'),
  'a callback of ours': () =>
    outsideLibraries(() =>
      setImmediate(() => {
        throw new Error('wrong');
      }),
    ),
};

const print = (line: string): void => void writeSync(1, `${line}\n`);

function onUncaught(error: Error): void {
  const fault = takeLibraryError(error);
  if (fault === null) {
    print(`exit: ${error.message}`);
    process.exit(1);
  }
  print(`taken: ${fault.library}`);
}
process.on('uncaughtException', onUncaught);
process.on('unhandledRejection', onUncaught);

// A server of this process does not carry the context of a library.
const server = createServer((socket) => socket.on('error', () => undefined).destroy()).listen(0, '127.0.0.1');
const work = ERRORS[process.argv[2]!]!;
const never = new Promise<never>(() => undefined);
let ended = 0;
const use = new LibraryUse('the library', () => (ended += 1));
const [first] = await Promise.allSettled([
  use.call(async () => {
    work();
    return never;
  }),
]);
const [second] = await Promise.allSettled([use.call(() => 'never called')]);
const reasonOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === 'rejected' ? (settled.reason as Error).message : settled.status;
print(`${reasonOf(first)} | ${reasonOf(second)} | ${use.isBroken} ${ended > 0}`);
const afterwards = connect((server.address() as AddressInfo).port, '127.0.0.1');
afterwards.on('close', () => process.exit(0));
