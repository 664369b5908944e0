import { gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { setImmediate as nextSlice } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { pageUrl } from '../../src/http/addresses/page-address.ts';
import { newSession } from '@workflow/test-harness';
import { component, useTestIngress } from '../start-test-ingress.ts';

const ingress = useTestIngress();

const choices = Array.from({ length: 200 }, (_, index) => `${index} & ${'<'.repeat(100)}`);
const MANY_CHOICES = Array.from({ length: 15 }, (_, index) => ({ key: `f${index}`, type: 'LIST', choices }));

function formOf(fields: JsonObject[], title = 'Complaint'): Component {
  return component('form', { title, fields: fields as never }, 'form');
}

async function publish(form: Component): Promise<{ workflowId: string; path: string }> {
  const workflowId = await ingress.workflow([form]);
  const { pathname } = new URL(pageUrl('http://localhost', 'FORM', { workflowId, componentId: form.id }));
  return { workflowId, path: pathname };
}

/** Returns the bytes of an answer as they were sent. */
function fetchRaw(path: string, headers: Record<string, string> = {}): Promise<{ bytes: Buffer; encoding: string }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: ingress.port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () =>
        resolve({ bytes: Buffer.concat(chunks), encoding: answer.headers['content-encoding'] ?? '' }),
      );
    }).once('error', reject);
  });
}

const tokenOf = (page: string): string => /name="_form" value="([\w-]+)"/.exec(page)![1]!;

test('a form is rendered and compressed once, and each reader gets a separate token', async () => {
  const { path } = await publish(formOf(MANY_CHOICES));
  const heads: unknown[] = [];
  const { pages } = ingress.context;
  const head = pages.head.bind(pages);
  pages.head = async (source) => {
    const made = await head(source);
    heads.push(made);
    return made;
  };
  const plain = await fetchRaw(path);
  const gzip = { 'accept-encoding': 'gzip' };
  const answers = await Promise.all([fetchRaw(path, gzip), fetchRaw(path, gzip), fetchRaw(path, gzip)]);
  pages.head = head;
  expect(new Set(heads).size).toBe(1);
  const texts = [plain.bytes, ...answers.map(({ bytes }) => gunzipSync(bytes))].map(String);
  for (const text of texts) expect(text).toContain('</form>\n</main>\n</body>\n</html>\n');
  expect(new Set(texts.map(tokenOf)).size).toBe(4);
  const alike = texts.map((text) => text.replaceAll(tokenOf(text), ''));
  expect(new Set(alike).size).toBe(1);
  expect(answers.map(({ encoding }) => encoding)).toEqual(['gzip', 'gzip', 'gzip']);
  expect(answers[0]!.bytes.length).toBeLessThan(plain.bytes.length / 5);
});

test('a form that is published again shows its new version', async () => {
  const form = formOf([{ key: 'name', type: 'TEXT' }], 'Before');
  const { workflowId, path } = await publish(form);
  expect(String((await fetchRaw(path)).bytes)).toContain('<h1>Before</h1>');
  const changed = { ...form, config: { ...form.config, title: 'After' } };
  const headers = { 'x-api-key': ingress.organization.apiKey, 'content-type': 'application/json' };
  const read = await ingress.request('GET', `/v1/workflows/${workflowId}`, { headers });
  await ingress.request('PUT', `/v1/workflows/${workflowId}`, {
    headers: { ...headers, 'if-match': read.headers.get('etag') ?? '' },
    body: { name: 'Test', components: [changed], connections: [] },
  });
  await ingress.request('POST', `/v1/workflows/${workflowId}/publish`, { headers, body: {} });
  expect(String((await fetchRaw(path)).bytes)).toContain('<h1>After</h1>');
});

/** Measures the maximum number of simultaneous calls of a function. */
async function mostAtOnce<Name extends string>(
  owner: Record<Name, (...given: never[]) => Promise<unknown>>,
  name: Name,
  act: () => Promise<unknown>,
): Promise<number> {
  const original = owner[name];
  let [running, most] = [0, 0];
  owner[name] = async (...given) => {
    running += 1;
    most = Math.max(most, running);
    try {
      // Others may arrive meanwhile.
      for (let turn = 0; turn < 100; turn += 1) await nextSlice();
      return await original(...given);
    } finally {
      running -= 1;
    }
  };
  try {
    await act();
  } finally {
    owner[name] = original;
  }
  return most;
}

const many = (path: string): Promise<unknown> => Promise.all(Array.from({ length: 40 }, () => fetchRaw(path)));

test('whoever returns from a sign-in takes turns by their address', async () => {
  const { credentials } = ingress.context.store;
  const most = await mostAtOnce(credentials as never, 'findSignIn', () => many('/credentials/callback?state=none'));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3);
});

test('the readers of an organization’s forms take turns of that organization', async () => {
  const { path } = await publish(formOf([{ key: 'name', type: 'TEXT' }]));
  const { people } = ingress.context.store.management;
  const most = await mostAtOnce(people as never, 'readOrganizationName', () => many(path));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3);
});

test('the page of an approval that is not asked yet reads the definition once', async () => {
  const ask = component('approval', { title: 'Refund?' }, 'approval');
  const start = component('input', { placeholders: [] });
  const connections = [{ from: start.id, port: 'next', to: ask.id }];
  const workflowId = await ingress.workflow([start, ask], { connections });
  const { questions, intake, lookups } = ingress.context.store;
  const workflow = await lookups.findRunnableWorkflow(workflowId);
  const session = newSession({
    organizationId: ingress.organization.id,
    workflowId,
    definitionId: workflow!.published!.definitionId,
    componentId: start.id,
  });
  await intake.accept(session);
  const place = { sessionId: session.id, run: 1, componentId: ask.id, iteration: 0 };
  const token = await questions.addresses.tokenOf('approval', place);
  const { readDefinition } = questions;
  let reads = 0;
  const most = await mostAtOnce(questions as never, 'readPortsTaken', async () => {
    questions.readDefinition = (...given) => {
      reads += 1;
      return readDefinition(...given);
    };
    const page = await fetchRaw(`/approvals/${token}`);
    expect(String(page.bytes)).toContain('Not asked yet');
    await many(`/approvals/${token}`);
  });
  questions.readDefinition = readDefinition;
  expect([reads, most <= 3]).toEqual([1, true]);
});
