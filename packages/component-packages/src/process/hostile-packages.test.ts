import { rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createGuardedConnector, readAllowedAddresses } from '@workflow/outbound';
import { packageFiles, readableFolder, runs, writePackage } from '../testing/package-folder.ts';
import type { CallLimits } from './component-call.ts';
import { createComponentPool, type ComponentPool } from './component-pool.ts';

const MIB = 1_048_576;
const AMPLE: CallLimits = { timeoutMs: 60_000, maxAnswerBytes: 100_000 };
const owner = { organizationId: 'a', workflowId: 'w' };

let root: string;
let pool: ComponentPool;
let server: Server;
let answer: RequestListener = (_request, response) => void response.end('hello');
let count = 0;

beforeAll(async () => {
  root = readableFolder();
  writePackage(root, { 'secret.txt': 'a secret of the operator' });
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connector = createGuardedConnector({ allowed: readAllowedAddresses(['127.0.0.1']), connectTimeoutMs: 2_000 });
  const network = { connector, maxBytes: 10 * MIB };
  pool = createComponentPool({ processes: 3, maxMemoryBytes: 160 * MIB, network, maxQueued: 100, maxWaitMs: 60_000 });
});
afterEach(() => {
  answer = (_request, response) => void response.end('hello');
});
afterAll(async () => {
  await pool.close();
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true, force: true });
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function write(files: Record<string, string>) {
  count += 1;
  const name = `p${count}`;
  return { name, version: '1.0.0', folder: writePackage(join(root, `${name}@1.0.0`), packageFiles(files)) };
}

const call = (called: ReturnType<typeof write>, config: object = {}, limits = AMPLE) =>
  pool.call(
    called,
    owner,
    { name: 'run', config: config as never, idempotencyKey: 'k', timeoutMs: limits.timeoutMs, maxOutputBytes: 1_000 },
    limits,
  );
const run = (body: string, { imports = '', config = {}, limits = AMPLE } = {}) =>
  call(write(runs(body, imports)), config, limits);
const gives = (output: unknown) => ({ kind: 'result', value: { output } });

/** Returns the code of each attempt that was refused, and 'done' for one that was not. */
const ATTEMPTS = `
  const tried = {};
  const attempt = async (name, act) => {
    try { await act(); tried[name] = 'done'; } catch (error) { tried[name] = error.code ?? error.name; }
  };`;

test('a package runs with its config, and sends requests by fetch, http and its context', async () => {
  const called = write(
    runs(
      `const { url } = context.config;
       const byHttp = await new Promise((resolve, reject) =>
         http.get(url, (answer) => resolve(answer.statusCode)).on('error', reject));
       const byFetch = await (await fetch(url, { method: 'POST', body: 'x'.repeat(200000) })).text();
       const { status, body } = await context.http.send({ method: 'GET', url });
       return { kind: 'succeeded', output: [byHttp, byFetch, status, String(body)], port: 'next' };`,
      "import http from 'node:http';",
    ),
  );
  answer = (request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.end(`${bytes} bytes`));
  };
  const expected = { kind: 'result', value: { output: [200, '200000 bytes', 200, '0 bytes'], port: 'next' } };
  expect(await call(called, { url: address() })).toEqual(expected);
  // The process is warm: it is the same one.
  expect(await call(called, { url: address() })).toEqual(expected);
});

test('an error of a package is a failure with its message, and states whether it may be retried', async () => {
  expect(await run("throw Object.assign(new RangeError('later'), { retryable: true, retryAfterMs: 5 })")).toEqual({
    kind: 'failure',
    why: 'threw',
    message: 'RangeError: later',
    retryable: true,
    retryAfterMs: 5,
  });
  expect(await run('throw { get message() { throw 1 } }')).toMatchObject({ why: 'threw' });
  expect(await run('return 5')).toMatchObject({ why: 'threw' });
});

test('an endless loop ends with its time, and the next call has a new process', async () => {
  const called = write(runs('if (context.config.loop) for (;;) {} return { kind: "succeeded", output: 1 };'));
  const limits = { ...AMPLE, timeoutMs: 1_500 };
  expect(await call(called, { loop: true }, limits)).toMatchObject({ kind: 'failure', why: 'timed-out' });
  expect(await call(called, { loop: false })).toEqual(gives(1));
});

test('memory in buffers, or in the heap, ends the process', async () => {
  const fill = 'const all = []; for (;;) { all.push(Buffer.alloc(8e6, 1)); await new Promise(setImmediate); }';
  expect(await run(fill)).toMatchObject({ why: 'memory' });
  expect(await run('const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()));')).toMatchObject({
    why: 'memory',
  });
});

test('a package reads its own folder, and no file next to it', async () => {
  const called = write({
    ...runs(
      `${ATTEMPTS}
       await attempt('own', () => readFile(new URL('./data.txt', import.meta.url), 'utf8'));
       await attempt('nearby', () => readFile(${JSON.stringify(join(root, 'secret.txt'))}));
       await attempt('longer name', () => readFile(new URL('../p${count + 1}@1.0.0x/data.txt', import.meta.url)));
       await attempt('passwd', () => readFile('/etc/passwd'));
       await attempt('environment', () => readFile('/proc/' + process.ppid + '/environ'));
       await attempt('write', () => writeFile(new URL('./mine.txt', import.meta.url), 'x'));
       await attempt('link', () => symlink('/etc/passwd', new URL('./link', import.meta.url)));
       const database = ${JSON.stringify(join(root, 'made.db'))};
       const sqlite = process.getBuiltinModule('node:sqlite');
       await attempt('sqlite', () => new sqlite.DatabaseSync(database).exec('create table a(b)'));
       await attempt('sqlite by import', async () => new (await import('node:sqlite')).DatabaseSync(':memory:'));
       return { kind: 'succeeded', output: { tried, env: process.env } };`,
      "import { readFile, symlink, writeFile } from 'node:fs/promises';",
    ),
    'data.txt': 'mine',
  });
  writePackage(`${called.folder}x`, { 'data.txt': 'of another package' });
  const denied = 'ERR_ACCESS_DENIED';
  expect(await call(called)).toEqual(
    gives({
      env: {},
      tried: {
        own: 'done',
        nearby: denied,
        'longer name': denied,
        passwd: denied,
        environment: denied,
        write: denied,
        link: denied,
        sqlite: denied,
        'sqlite by import': denied,
      },
    }),
  );
});

test('a package signals and debugs no process, starts none, and loads no native code', async () => {
  const body = `${ATTEMPTS}
    await attempt('kill', () => process.kill(process.ppid, 0));
    await attempt('_kill', () => process._kill(process.ppid, 0));
    await attempt('debug', () => process._debugProcess(process.ppid));
    await attempt('binding', () => process.binding('fs'));
    await attempt('dlopen', () => process.dlopen({ exports: {} }, '/lib/x.so'));
    await attempt('execve', () => process.execve('/bin/true', ['true'], {}));
    await attempt('spawn', () => spawn('id'));
    await attempt('require', () => createRequire(import.meta.url)('child_process').execSync('id'));
    await attempt('worker', () => new Worker('1', { eval: true }));
    await attempt('inspector', () => process.getBuiltinModule('inspector').open(0));
    await attempt('ffi', async () => (await import('node:ffi')).dlopen('/lib/x.so', {}));
    await attempt('flags', () => process.getBuiltinModule('v8').setFlagsFromString('--allow-natives-syntax'));
    return { kind: 'succeeded', output: tried };`;
  const imports = `import { spawn } from 'node:child_process'; import { createRequire } from 'node:module';
    import { Worker } from 'node:worker_threads';`;
  const answered = await run(body, { imports });
  const tried = (answered.kind === 'result' ? answered.value['output'] : {}) as Record<string, string>;
  expect(Object.keys(tried)).toHaveLength(12);
  expect(Object.entries(tried).filter(([, outcome]) => !['TypeError', 'ERR_ACCESS_DENIED'].includes(outcome))).toEqual(
    [],
  );
});

test('a package reaches the network only by the address policy', async () => {
  const body = `${ATTEMPTS}
    const { port } = context.config;
    await attempt('private', () => fetch('http://10.0.0.1/').catch((error) => { throw error.cause; }));
    await attempt('metadata', () => fetch('http://169.254.169.254/').catch((error) => { throw error.cause; }));
    await attempt('socket', () => new Promise((resolve, reject) =>
      new Socket().connect(port, '127.0.0.1', resolve).on('error', reject)));
    await attempt('unix', () => connect('/var/run/docker.sock'));
    await attempt('listen', () => createServer(() => {}).listen(0));
    await attempt('udp', async () => (await import('node:dgram')).createSocket('udp4'));
    await attempt('name server', () => new (process.getBuiltinModule('dns').Resolver)());
    await attempt('look-up', () => lookup('127.0.0.1'));
    await attempt('by callback', () => new Promise((resolve, reject) =>
      dns.lookup('127.0.0.1', 4, (error, address, family) => error ? reject(error) : resolve([address, family]))));
    await attempt('all', () => new Promise((resolve, reject) =>
      dns.lookup('10.0.0.1', { all: true }, (error, found) => error ? reject(error) : resolve(found))));
    await attempt('private look-up', () => lookup('10.0.0.1'));
    return { kind: 'succeeded', output: tried };`;
  const imports =
    "import { connect, createServer, Socket } from 'node:net'; import dns from 'node:dns';" +
    "import { lookup } from 'node:dns/promises';";
  expect(await run(body, { imports, config: { port: (server.address() as AddressInfo).port } })).toEqual(
    gives({
      private: 'ADDRESS_REFUSED',
      metadata: 'ADDRESS_REFUSED',
      socket: 'ERR_ACCESS_DENIED',
      unix: 'ERR_ACCESS_DENIED',
      listen: 'ERR_ACCESS_DENIED',
      udp: 'ERR_ACCESS_DENIED',
      'name server': 'ERR_ACCESS_DENIED',
      'look-up': 'done',
      'by callback': 'done',
      all: 'ADDRESS_REFUSED',
      'private look-up': 'ADDRESS_REFUSED',
    }),
  );
});

test('connections end with their call, and a call moves no more bytes than it may', async () => {
  const closed = Promise.withResolvers<void>();
  answer = (request, response) => {
    response.flushHeaders();
    request.on('close', () => closed.resolve());
  };
  // Headers have arrived, and the body never ends.
  const leave = 'await fetch(context.config.url); return { kind: "succeeded", output: 1 };';
  expect(await run(leave, { config: { url: address() } })).toEqual(gives(1));
  await closed.promise;
  answer = (_request, response) => void response.end(Buffer.alloc(20 * MIB));
  const load = `const answer = await fetch(context.config.url);
    for await (const chunk of answer.body) ;
    return { kind: 'succeeded', output: 1 };`;
  expect(await run(load, { config: { url: address() } })).toMatchObject({ kind: 'failure', why: 'threw' });
});

/** Writes its own frames to the pipe of its process. */
const PIPE = `import fs from 'node:fs';
  const frame = (kind, id, text) => {
    const header = Buffer.alloc(9);
    header.writeUInt32BE(text.length);
    header[4] = kind;
    header.writeUInt32BE(id, 5);
    return Buffer.concat([header, Buffer.from(text)]);
  };
  const send = (bytes) => {
    for (let from = 0; from < bytes.length; ) {
      try { from += fs.writeSync(3, bytes, from); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
    }
  };`;

test.each([
  ['a result of another call', 'send(frame(3, 999, JSON.stringify({ output: 1 })));', 'crashed'],
  ['a result that is not JSON', 'send(frame(3, 1, "nonsense"));', 'crashed'],
  ['a frame of an unknown kind', 'send(frame(77, 1, ""));', 'crashed'],
  ['a frame of 4 GB', 'const head = frame(7, 1, ""); head.writeUInt32BE(0xffffffff); send(head);', 'crashed'],
  [
    'connections without end',
    'for (;;) send(frame(5, 1 + Math.floor(Math.random() * 1e9), \'{"host":"10.0.0.1","port":1}\'));',
    'crashed',
  ],
  ['data without end', 'const data = frame(7, 1, "x".repeat(60000)); for (;;) send(data);', 'crashed'],
  ['a result that is too large', 'return { kind: "succeeded", output: "x".repeat(200000) };', 'too-large'],
])('a process that sends %s is ended', async (_what, body, why) => {
  expect(await run(`${body} await new Promise(() => {});`, { imports: PIPE })).toMatchObject({ kind: 'failure', why });
});

test('output on the console does not affect the executor', async () => {
  const body =
    'for (let i = 0; i < 20000; i += 1) console.log("x".repeat(1000)); return { kind: "succeeded", output: 1 };';
  expect(await run(body)).toEqual(gives(1));
});

test('an answer does not change prototypes of its reader', async () => {
  const body = `Object.prototype.polluted = 1; Array.prototype.polluted = 1;
    const output = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    return { kind: 'succeeded', output: JSON.parse(output) };`;
  const answered = await run(body);
  expect(answered.kind).toBe('result');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(JSON.stringify(answered)).toContain('"__proto__":{"polluted":true}');
});

test('broken JSON of many levels, such as an answer of a server, ends no process', async () => {
  const body = `for (let count = 0; count < 60; count += 1)
      try { JSON.parse('[1,'.repeat(50_000) + '1'); } catch {}
    return { kind: 'succeeded', output: process.pid };`;
  const called = write(runs(body));
  const first = await call(called);
  expect(first).toEqual(gives(expect.any(Number)));
  expect(await call(called)).toEqual(first);
});

test('a process that ends by itself is a crash', async () => {
  expect(await run('process.exit(7)')).toMatchObject({ why: 'crashed', message: expect.stringContaining('exit 7') });
});

test('a package that cannot be read does not start', async () => {
  const called = { name: 'gone', version: '1.0.0', folder: join(root, 'gone@1.0.0') };
  expect(await call(called)).toMatchObject({ kind: 'failure' });
});
