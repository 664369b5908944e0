import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { makeDocumentCheck, type ApiDocument } from '../../services/ingress/test/check-against-document.ts';
import { check } from './check.ts';
import { publishWebhook, startHttpSystem, type HttpSystem } from './http-system.ts';
import { seededRandom } from '../seeded-random.ts';
import { RequestMaker, type MadeRequest } from './make-request.ts';

/**
 * The maximum number of requests and of seconds. A seed repeats a run. Before a release: `FUZZ_REQUESTS=50000
 * FUZZ_SECONDS=600`.
 */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 5_000);
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 30);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const AT_A_TIME = 8;
/** Fewer requests would prove little. */
const LEAST_REQUESTS = 500;

let http: HttpSystem;

before(async () => {
  http = await startHttpSystem();
});
after(() => http.stop());

check(`up to ${REQUESTS} requests made from the document get answers that are in it, and none of 5xx`, async () => {
  const { document, url, apiKey } = http;
  const hook = await publishWebhook(http, {});
  const random = seededRandom(SEED);
  const maker = new RequestMaker(document, random, [hook.workflowId, hook.componentId, randomUUID()]);
  const checkAnswer = makeDocumentCheck(document as ApiDocument);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses['200']?.content?.['text/event-stream'] === undefined)
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const until = performance.now() + SECONDS * 1_000;
  const faults: string[] = [];
  const answered = new Map<string, number>();
  let sent = 0;

  async function send(): Promise<void> {
    while (sent < REQUESTS && performance.now() < until && faults.length < 10) {
      const { path, method, operation } = operations[sent % operations.length] as (typeof operations)[number];
      sent += 1;
      const made = maker.make(path, method, operation, [0, 0.1, 0.5][Math.floor(random() * 3)] ?? 0);
      const fault = await faultOf(made);
      if (fault !== null) faults.push(`${made.method} ${made.path} ${made.body ?? ''}: ${fault}`.slice(0, 1_000));
    }
  }

  async function faultOf({ method, path, headers, body }: MadeRequest): Promise<string | null> {
    const credentials = path.startsWith('/webhook/') ? { token: hook.token } : { 'x-api-key': apiKey };
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(random() < 0.95 && credentials) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const kind = `${Math.floor(response.status / 100)}xx`;
    answered.set(kind, (answered.get(kind) ?? 0) + 1);
    if (response.status >= 500) return `${response.status} ${text}`;
    const contentType = response.headers.get('content-type');
    const isJson = contentType?.startsWith('application/json') === true && text !== '';
    try {
      const parsed: unknown = isJson ? JSON.parse(text) : null;
      checkAnswer({ method, path, status: response.status, contentType, body: parsed });
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  await Promise.all(Array.from({ length: AT_A_TIME }, send));
  process.stderr.write(`${sent} requests: ${JSON.stringify(Object.fromEntries(answered))}\n`);
  assert.deepEqual(faults, []);
  assert.ok((answered.get('2xx') ?? 0) > sent / 50, 'hardly any request was accepted');
  assert.ok(sent >= Math.min(REQUESTS, LEAST_REQUESTS), `only ${sent} requests`);
});
