import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from '@jest/globals';
import type { Component, JsonObject, SessionTrigger } from '@workflow/workflow-model';
import type pg from 'pg';
import { UNCHECKED, waitFor } from '@workflow/test-harness';
import { component, useTestIngress, type AnyBody } from './start-test-ingress.ts';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;
const PIN = 'pin-4711-0815';
/** The text that a later component reads as JSON with a sensitive field. */
const TEXT = JSON.stringify({ pin: PIN, note: 'n' });

const ingress = useTestIngress({ config: { mcp: { waitMs: 200 } } });
let database: pg.Client;
let file: JsonObject;

beforeAll(async () => {
  database = await ingress.connect();
  const answer = await ingress.request('POST', '/v1/files?name=a.txt', {
    body: 'bytes',
    headers: { ...key(), 'content-type': 'text/plain' },
  });
  file = answer.body as JsonObject;
});

const key = () => ({ 'x-api-key': ingress.organization.apiKey });
const store = () => ingress.context.store;
const tools = new Map<string, string>();
const toolOf = (workflowId: string): string => tools.get(workflowId) ?? '';

interface Published {
  workflowId: string;
  start: Component;
}

/** One way to start sessions of a workflow. */
interface Way {
  trigger: SessionTrigger;
  start: Component;
  /** The text with the sensitive field, as a later component reads it. */
  source: { source: string; path?: string };
  /** A placeholder that has `name`; null if none can. */
  name: string | null;
  hasFile: boolean;
  begin(published: Published): Promise<unknown>;
}

const input = () =>
  component('input', {
    placeholders: [
      { key: 'text', type: 'TEXT' },
      { key: 'name', type: 'TEXT' },
      { key: 'file', type: 'FILE' },
    ],
  });
const sent = () => ({ text: TEXT, name: 'Ada', file });
const own = { source: { source: '{{ text }}' }, name: 'name', hasFile: true };

async function poll(published: Published, trigger: 'FEED' | 'MAIL', values: JsonObject): Promise<void> {
  const limits = { limit: 1, forMs: 60_000, runningByOrganization: new Map(), limitPerOrganization: 1 };
  const [claimed] = await store().polls.claim(limits);
  expect(claimed?.workflowId).toBe(published.workflowId);
  const end = { trigger, starts: [values], position: {}, nextInMs: 3_600_000, note: null };
  expect(await store().polls.end(claimed!, end)).toBe(true);
}

/** A session that an executor of this test has claimed. */
async function claimedSession(): Promise<{ id: string; componentId: string; claimNumber: number }> {
  const start = component('input', { placeholders: [] });
  const workflowId = await ingress.workflow([start]);
  const { body } = await ingress.run({ workflowId, componentId: start.id });
  const executorId = randomUUID();
  await store().execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
  const claimed = await store().execution.claim({ sessionId: body.sessionId, executorId });
  return { id: body.sessionId, componentId: start.id, claimNumber: claimed!.claimNumber };
}

const WAYS: Record<string, Way> = {
  'a run': {
    ...own,
    trigger: 'API',
    start: input(),
    begin: ({ workflowId, start }) => ingress.run({ workflowId, componentId: start.id, placeholderValues: sent() }),
  },
  'a line of a batch': {
    ...own,
    trigger: 'API',
    start: input(),
    begin: ({ workflowId, start }) =>
      ingress.request('POST', '/v1/workflow/run/batch', {
        headers: { ...key(), 'content-type': 'application/x-ndjson' },
        body: `${JSON.stringify({ workflowId, componentId: start.id, placeholderValues: sent() })}\n`,
      }),
  },
  'a call of a tool': {
    ...own,
    trigger: 'MCP',
    start: input(),
    async begin({ workflowId }) {
      const client: AnyBody = new Client({ name: 'test', version: '1' }, {});
      const url = new URL(`${ingress.url}/mcp`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: key() } }));
      try {
        // No executor answers it.
        const called = client.callTool({ name: toolOf(workflowId), arguments: sent() }).catch(() => undefined);
        await Promise.race([called, waitFor(async () => (await rowsOf(workflowId, 'MCP')).length > 0)]);
      } finally {
        await client.close();
      }
    },
  },
  'a delivery': {
    trigger: 'WEBHOOK',
    start: component('webhook', { files: 'store' }, 'request'),
    source: { source: '{{ request }}', path: '/body/text' },
    name: "($contains(request, 'Ada') ? 'Ada' : 'none')",
    hasFile: true,
    begin: async ({ workflowId, start }) =>
      fetch(`${ingress.url}/webhook/${workflowId}`, {
        method: 'POST',
        headers: { token: await ingress.token(workflowId, start.id) },
        body: multipart(),
      }),
  },
  'a form': {
    trigger: 'FORM',
    start: component(
      'form',
      {
        title: 'F',
        fields: [
          { key: 'text', type: 'TEXT' },
          { key: 'name', type: 'TEXT' },
          { key: 'file', type: 'FILE' },
        ],
        thanks: 'T',
      },
      'form',
    ),
    source: { source: '{{ form.text }}' },
    name: 'form.name',
    hasFile: true,
    async begin({ workflowId, start }) {
      const path = `/v1/workflows/${workflowId}/components/${start.id}`;
      const { body } = await ingress.request('GET', path, { headers: key() });
      return fetch(ingress.url + new URL(body.publicUrl).pathname, { method: 'POST', body: multipart() });
    },
  },
  'a due time': {
    trigger: 'SCHEDULE',
    start: component('schedule', { everySeconds: 3_600, catchUp: 'one' }, 'due'),
    source: { source: '{{ due }}' },
    name: null,
    hasFile: false,
    async begin({ workflowId }) {
      const past = "next_at - interval '2 hours'";
      await database.query(`UPDATE schedules SET next_at = ${past} WHERE workflow_id = $1`, [workflowId]);
      await store().schedules.decide();
    },
  },
  'an item of a feed': {
    trigger: 'FEED',
    start: component('feed', { url: 'http://127.0.0.1/', everySeconds: 60, startWith: 'existing' }, 'entry'),
    source: { source: '{{ entry.summary }}' },
    name: 'entry.title',
    hasFile: false,
    begin: (published) => poll(published, 'FEED', { entry: { title: 'Ada', summary: TEXT } }),
  },
  'a mail': {
    trigger: 'MAIL',
    start: component('mail', { credential: randomUUID(), folder: 'INBOX', everySeconds: 60 }, 'mail'),
    source: { source: '{{ mail.text }}' },
    name: 'mail.subject',
    hasFile: true,
    begin: (published) => poll(published, 'MAIL', { mail: { subject: 'Ada', text: TEXT, attachments: [file] } }),
  },
  'a failure': {
    trigger: 'ERROR',
    start: component('error', { workflows: 'all' }, 'failed'),
    source: { source: '{{ failed.error.message }}' },
    name: 'failed.error.code',
    hasFile: false,
    async begin() {
      const { id, componentId, claimNumber } = await claimedSession();
      const error = { code: 'Ada', message: TEXT, componentId };
      await store().execution.end({ sessionId: id, claimNumber }, { kind: 'failed', error }, []);
      await store().failures.start();
    },
  },
  'another session': {
    ...own,
    trigger: 'WORKFLOW',
    start: input(),
    async begin({ workflowId, start }) {
      const { id, componentId, claimNumber } = await claimedSession();
      const child = { id: randomUUID(), workflowId, componentId: start.id, placeholderValues: sent(), iteration: 0 };
      const fence = { sessionId: id, claimNumber };
      const outcome = await store().execution.startChildren(fence, { componentId, run: 1 }, [child]);
      expect(outcome).toEqual({ kind: 'started' });
    },
  },
};

function multipart(): FormData {
  const form = new FormData();
  form.append('text', TEXT);
  form.append('name', 'Ada');
  form.append('file', new Blob(['bytes'], { type: 'text/plain' }), 'a.txt');
  return form;
}

async function publish({ start, source, name }: Way, label: string): Promise<Published> {
  const parse = component(
    'json-parse',
    { ...source, fields: [{ key: 'pin', type: 'TEXT', sensitive: true }] },
    'parsed',
  );
  const tool = `start_${randomUUID().slice(0, 8)}`;
  const management = store().management.organization(ingress.organization.id);
  const { id } = await management.createWorkflow(ACTOR, {
    name: 'Started',
    description: '',
    components: [start, parse],
    connections: [{ from: start.id, port: 'next', to: parse.id }],
    label,
    flow: { priority: 'low', order: { key: name ?? "'Nobody'" } },
    ...(start.type === 'input' && { mcp: { name: tool, description: 'Starts.' } }),
  });
  tools.set(id, tool);
  await management.publishWorkflow(ACTOR, id, UNCHECKED);
  return { workflowId: id, start };
}

interface Row {
  id: string;
  values: string;
  label: string | null;
  priority: number;
  warning: string | null;
  order_key: string | null;
  files: number;
}

async function rowsOf(workflowId: string, trigger: SessionTrigger): Promise<Row[]> {
  const { rows } = await database.query<Row>(
    `SELECT s.id, s.placeholder_values::text AS values, s.label, s.priority, s.warning, f.order_key,
        (SELECT count(DISTINCT file_id)::int FROM file_uses u WHERE u.session_id = s.id) AS files
      FROM sessions s LEFT JOIN flow_entries f ON f.session_id = s.id WHERE s.workflow_id = $1 AND s.trigger = $2`,
    [workflowId, trigger],
  );
  return rows;
}

test.each(Object.entries(WAYS))(
  '%s gets a label, masked values, keys, a priority and its files',
  async (_name, way) => {
    const published = await publish(way, way.name === null ? "'For nobody'" : `'For ' & ${way.name}`);
    await way.begin(published);
    const [row, ...others] = await rowsOf(published.workflowId, way.trigger);
    expect(others).toEqual([]);
    expect({ ...row, values: null, id: null }).toEqual({
      id: null,
      values: null,
      label: way.name === null ? 'For nobody' : 'For Ada',
      priority: 2,
      warning: null,
      order_key: way.name === null ? '"Nobody"' : '"Ada"',
      files: way.hasFile ? 1 : 0,
    });
    expect(row?.values).not.toContain(PIN);
    expect(row?.values).toContain('•••');
    const view = await ingress.request('GET', `/v1/sessions/${row?.id}`, { headers: key() });
    expect(view.text).not.toContain(PIN);
    expect(view.body).toMatchObject({ label: row?.label, trigger: way.trigger });
  },
);

const isCalled = ([, { trigger }]: [string, Way]): boolean => trigger === 'API' || trigger === 'MCP';

test.each(Object.entries(WAYS).filter(isCalled))('%s with a label that fails is refused', async (_name, way) => {
  const published = await publish(way, "$number('x')");
  await way.begin(published);
  expect(await rowsOf(published.workflowId, way.trigger)).toEqual([]);
});

test.each(Object.entries(WAYS).filter((way) => !isCalled(way)))(
  '%s with a label that fails starts with a warning',
  async (_name, way) => {
    const published = await publish(way, "$number('x')");
    await way.begin(published);
    const rows = await rowsOf(published.workflowId, way.trigger);
    expect(rows).toMatchObject([{ label: null, warning: expect.stringMatching(/^label: /) as unknown }]);
  },
);
