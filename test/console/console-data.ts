import { randomUUID } from 'node:crypto';
import type { Definition } from '@workflow/workflow-model';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext, Page } from 'playwright-core';
import { ADMIN, type ConsoleSystem } from './console-system.ts';

export const MEMBER = { email: 'member@example.com', password: 'a member password' };

/** Makes `MEMBER` a user with the role `member` in the admin's organization. */
export async function inviteMember(app: ConsoleSystem): Promise<void> {
  MEMBER.email = `member-of-${ADMIN.email}`;
  const { context } = await app.open();
  const headers = { origin: app.baseUrl };
  const invited = (await (
    await context.request.post('/api/auth/organization/invite-member', {
      data: { email: MEMBER.email, role: 'member' },
      headers,
    })
  ).json()) as { id: string };
  const joined = await context.request.post(`/v1/invitations/${invited.id}/accept`, {
    data: { name: 'Max', password: MEMBER.password },
    headers,
  });
  if (joined.status() !== 201) throw new Error(`Joining was answered ${joined.status()}: ${await joined.text()}`);
  await context.close();
}

/** Returns `input` with the placeholder `name`, then the given components, then `output`. */
export function chain(...middle: { type: string; name: string; output?: string; config: Record<string, unknown> }[]): {
  definition: Definition;
  inputId: string;
} {
  const input = { type: 'input', name: 'Start', config: { placeholders: [{ key: 'name', type: 'TEXT' }] } };
  const output = { type: 'output', name: 'Answer', config: { value: '{{ name }}' } };
  const components = [input, ...middle, output].map((part, index) => ({
    ...part,
    id: randomUUID() as string,
    position: { x: 320 * index, y: 0 },
  }));
  const connections = components
    .slice(1)
    .map((component, index) => ({ from: components[index]?.id as string, port: 'next', to: component.id }));
  return { definition: { components, connections } as Definition, inputId: components[0]?.id as string };
}

/** A component for `chain`. */
export const SHOUT = {
  type: 'transform',
  name: 'Shout',
  output: 'loud',
  config: { expression: '$uppercase(name)', type: 'TEXT' },
};

/** Sends a request as the page does, with the cookie and the Origin. */
export function post(context: BrowserContext, path: string, data: unknown = {}) {
  const { origin } = new URL(context.pages()[0]?.url() ?? '');
  return context.request.post(path, { data, headers: { origin } });
}

/** Creates a published workflow. */
export async function makeWorkflow(
  context: BrowserContext,
  name: string,
  { definition, inputId } = chain(),
  publish = true,
): Promise<{ id: string; inputId: string }> {
  const made = await post(context, '/v1/workflows', { name, description: '', ...definition });
  if (made.status() !== 201) throw new Error(`Making "${name}" was answered ${made.status()}: ${await made.text()}`);
  const { id } = (await made.json()) as { id: string };
  if (publish) {
    const published = await post(context, `/v1/workflows/${id}/publish`);
    if (published.status() !== 201)
      throw new Error(`Publishing "${name}" was answered ${published.status()}: ${await published.text()}`);
  }
  return { id, inputId };
}

export async function startRun(
  context: BrowserContext,
  workflow: { id: string; inputId: string },
  name = 'Ada',
  mode = 'PROD',
): Promise<string> {
  const data = { workflowId: workflow.id, componentId: workflow.inputId, mode, placeholderValues: { name } };
  const started = await post(context, '/v1/workflow/run', data);
  if (started.status() !== 200) throw new Error(`The run was answered ${started.status()}: ${await started.text()}`);
  return ((await started.json()) as { sessionId: string }).sessionId;
}

/** Opens a session's page when the session waits for this. */
export async function openWaiting(page: Page, context: BrowserContext, id: string, waitingFor: string): Promise<void> {
  const read = async () => (await context.request.get(`/v1/sessions/${id}`)).json();
  await waitFor(async () => (await read()).waitingFor === waitingFor, { what: `${id} to wait for ${waitingFor}` });
  await page.goto(`/sessions/${id}`);
  // Its colours change when the version has been read.
  await page.locator('button:enabled', { hasText: 'Run again…' }).waitFor();
}

/** Creates a table with one row. @returns its name */
export async function makeTable(context: BrowserContext, name = 'Looked-at'): Promise<string> {
  const made = await post(context, '/v1/organization/tables', { name, columns: [{ key: 'city', type: 'TEXT' }] });
  if (made.status() !== 201) throw new Error(`Making "${name}" was answered ${made.status()}: ${await made.text()}`);
  return name;
}

const SHOP = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example.com' }],
  paths: { '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'The orders.' } } } } },
};

/** Adds an app of a document, and returns its id when it was read. */
export async function makeApp(context: BrowserContext, name = 'looked-at'): Promise<string> {
  const content = { name, kind: 'openapi', document: JSON.stringify(SHOP) };
  const made = await post(context, '/v1/organization/apps', content);
  if (made.status() !== 202) throw new Error(`Adding "${name}" was answered ${made.status()}: ${await made.text()}`);
  const { id } = (await made.json()) as { id: string };
  const isReady = async () => {
    const read = (await (await context.request.get(`/v1/organization/apps/${id}`)).json()) as { status: string };
    return read.status === 'ready';
  };
  await waitFor(isReady, { what: 'the app that is read' });
  return id;
}
