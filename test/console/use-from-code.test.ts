import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { outputsOf } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import { codeExamples, type CodeExample } from '../../packages/console/src/features/code/code-examples.ts';
import { ensureConsoleIsBuilt } from '@workflow/test-harness';
import { installFrom, type PackedFolder } from '../client/install-packed.ts';
import {
  chain,
  component,
  input,
  openContractSystem,
  output,
  type SharedContractSystem,
} from '../contract/contract-system.ts';

/** Pastes the texts of "Use it from code" unchanged where the service's client and command line are installed. */

const runFile = promisify(execFile);
const TOOL = 'use_from_code';
const MCP = { name: TOOL, description: 'Shows what it got.' };

let system: SharedContractSystem;
let folder: PackedFolder;
let fileId: string;

beforeAll(async () => {
  await ensureConsoleIsBuilt();
  system = await openContractSystem();
  const body = new Blob(['paper'], { type: 'text/plain' });
  const headers = { 'x-api-key': system.api.apiKey, 'content-type': 'text/plain' };
  const stored = await fetch(`${system.api.baseUrl}/v1/files?name=a.txt`, { method: 'POST', headers, body });
  fileId = ((await stored.json()) as { fileId: string }).fileId;
  folder = installFrom(...['client', 'cli'].map((name) => `${system.api.baseUrl}/${name}.tgz`));
});
afterAll(() => folder?.remove());

const everyType = input(
  {
    key: 'customer',
    type: 'OBJECT',
    fields: [
      { key: 'name', type: 'TEXT' },
      { key: 'vip', type: 'BOOLEAN' },
    ],
  },
  { key: 'total', type: 'NUMBER' },
  { key: 'since', type: 'DATE_TIME' },
  { key: 'tags', type: 'LIST' },
  { key: 'lines', type: 'LIST', items: { type: 'OBJECT', fields: [{ key: 'price', type: 'NUMBER' }] } },
  { key: 'extra', type: 'JSON' },
  { key: 'paper', type: 'FILE' },
  { key: 'note', type: 'TEXT', optional: true },
);
const VALUES = `{{ customer.name }} {{ customer.vip }} {{ total }} {{ tags[0] }} {{ lines[0].price }} {{ paper.name }}`;
const ANSWER = 'text true 1 text 1 a.txt';

async function publish(trigger: Component, answer: string, mcp?: typeof MCP): Promise<(title: string) => string> {
  const workflowId = await system.api.publish('From code', { ...chain(trigger, output(answer)), ...(mcp && { mcp }) });
  const shown = codeExamples({
    origin: system.api.baseUrl,
    workflowId,
    componentId: trigger.id,
    fields: outputsOf(trigger),
    toolName: mcp?.name ?? null,
  });
  // The instructions in the comments are carried out; the rest is pasted.
  const pasted = ({ code }: CodeExample): string =>
    code.replaceAll('<API_KEY>', system.api.apiKey).replaceAll('<FILE_ID>', fileId);
  return (title) => pasted(shown.find((one) => one.title === title)!);
}

async function inShell(program: string, more: Record<string, string> = {}): Promise<string> {
  const path = `${join(folder.path, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  const env = { PATH: path, HOME: folder.path, ...more };
  return (await runFile('bash', ['-c', program], { env, cwd: folder.path })).stdout;
}

/** Returns the output of the TypeScript program. */
function inNode(program: string): Promise<string> {
  writeFileSync(join(folder.path, 'program.ts'), program);
  return inShell(`'${process.execPath}' program.ts`, { WORKFLOW_API_KEY: system.api.apiKey });
}

test('a workflow that takes a value of each type runs from a shell, a program and the command line', async () => {
  const codeOf = await publish(everyType, VALUES);
  expect(JSON.parse(await inShell(codeOf('curl')))).toMatchObject({
    sessionId: expect.any(String),
    placeholderValues: { 'customer.name': 'text', total: 1 },
  });
  expect(await inNode(codeOf('TypeScript'))).toBe(`${ANSWER}\n`);
  expect(await inShell(codeOf('Command line'))).toContain(ANSWER);
});

test('a model’s client reads the configuration, finds the workflow and calls it', async () => {
  const codeOf = await publish(input('name'), 'Hello {{ name }}', MCP);
  const { mcpServers } = JSON.parse(codeOf('MCP')) as {
    mcpServers: Record<string, { type: string; url: string; headers: Record<string, string> }>;
  };
  const { type, url, headers } = mcpServers['workflows']!;
  expect(type).toBe('http');
  const client = new Client({ name: 'test', version: '1' }, {});
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  try {
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain(TOOL);
    const answer = await client.callTool({ name: TOOL, arguments: { name: 'Ada' } });
    expect(answer.structuredContent).toMatchObject({ status: 'SUCCEEDED', output: 'Hello Ada' });
  } finally {
    await client.close();
  }
});

test('a workflow of a webhook runs from each of them as well', async () => {
  const codeOf = await publish(component('webhook', {}, { output: 'request' }), 'It was called');
  expect(JSON.parse(await inShell(codeOf('curl')))).toMatchObject({ sessionId: expect.any(String) });
  expect(await inNode(codeOf('TypeScript'))).toContain('It was called');
  expect(await inShell(codeOf('Command line'))).toContain('It was called');
});
