import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { startProgram } from '@workflow/service-runtime';
import { freePort, waitFor } from '@workflow/test-harness';
import { check } from './check.ts';
import { publishWebhook, startHttpSystem, type HttpSystem } from './http-system.ts';
import { seededRandom } from '../seeded-random.ts';
import { RequestMaker } from './make-request.ts';

const REQUESTS = 300;

interface Violation {
  location: string[];
  message: string;
}

let http: HttpSystem;
let prism: ChildProcess;
let proxy: string;

before(async () => {
  http = await startHttpSystem();
  const port = await freePort();
  proxy = `http://127.0.0.1:${port}`;
  const program = join(import.meta.dirname, 'node_modules/.bin/prism');
  prism = await startProgram(
    program,
    ['proxy', http.documentFile, http.url, '--port', String(port), '--host', '127.0.0.1'],
    {
      stdio: 'ignore',
    },
  );
  await waitFor(async () => {
    try {
      return (await fetch(`${proxy}/healthz`)).ok;
    } catch {
      return false;
    }
  });
});

after(async () => {
  prism.kill();
  if (prism.exitCode === null && prism.signalCode === null) await once(prism, 'exit');
  await http.stop();
});

check(`prism finds no answer to ${REQUESTS} varied requests that violates the document`, async () => {
  const hook = await publishWebhook(http, {});
  const random = seededRandom(7);
  const maker = new RequestMaker(http.document, random, [hook.workflowId, hook.componentId, randomUUID()]);
  const operations = Object.entries(http.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head' && method !== 'options')
      // The schemas of these two describe an event and a line, not the body.
      .filter(([, { responses }]) => {
        const content = responses['200']?.content ?? {};
        return !('text/event-stream' in content || 'application/x-ndjson' in content);
      })
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const found: string[] = [];
  let accepted = 0;
  let badRequests = 0;
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const { path, method, operation } = operations[sent % operations.length] as (typeof operations)[number];
    const made = maker.make(path, method, operation, sent % 3 === 0 ? 0.2 : 0);
    const response = await fetch(proxy + made.path, {
      method: made.method,
      headers: { ...made.headers, 'x-api-key': http.apiKey, token: hook.token },
      ...(made.body !== undefined && { body: made.body }),
    });
    await response.arrayBuffer();
    if (response.ok) accepted += 1;
    const violations = JSON.parse(response.headers.get('sl-violations') ?? '[]') as Violation[];
    if (violations.some(({ location }) => location[0] === 'request')) badRequests += 1;
    for (const { location, message } of violations)
      if (location[0] === 'response')
        found.push(`${made.method} ${path} ${response.status}: ${location.join('.')} ${message}`);
  }
  assert.deepEqual([...new Set(found)], []);
  // Some of the requests are invalid, and it must report them.
  assert.ok(badRequests > 0, 'no request was found to be wrong');
  assert.ok(accepted > REQUESTS / 10, `only ${accepted} were accepted`);
});
