import { expect, test } from '@jest/globals';
import { digestOfTool } from '@workflow/apps/tools';
import type { HttpAnswer, HttpCall, JsonObject, OpenedOperation } from '@workflow/component-kit/run';
import { callTool } from './call-tool.ts';

const TOOL = { name: 'find', inputSchema: { type: 'object' } };

interface Served {
  /** The result of the call, or its error. */
  result?: object;
  error?: { code: number; message: string };
  /** The tools that the server has now. */
  tools?: object[];
}

/** Calls the tool of a server with one answer, and returns the outcome. */
async function call({ result, error, tools = [TOOL] }: Served) {
  let calls = 0;
  const stored: { name: string; contentType: string; text: string }[] = [];
  const send = async ({ url, body }: HttpCall): Promise<HttpAnswer> => {
    const { id, method } = JSON.parse(String(body ?? '{}')) as { id?: number; method?: string };
    if (method === 'tools/call') calls += 1;
    const answers: Record<string, object> = {
      initialize: {
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 's', version: '1' },
        },
      },
      'tools/list': { result: { tools } },
      'tools/call': error === undefined ? { result } : { error },
    };
    const answer = answers[method ?? ''] ?? { error: { code: -32_601, message: 'no' } };
    const text = id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, ...answer });
    const headers = { 'content-type': 'application/json' };
    return { status: text === '' ? 202 : 200, headers, body: Buffer.from(text), url };
  };
  const context = {
    http: { send },
    files: {
      write: async ({ name, contentType }: { name: string; contentType: string }, bytes: AsyncIterable<Uint8Array>) => {
        const parts: Uint8Array[] = [];
        for await (const part of bytes) parts.push(part);
        stored.push({ name, contentType, text: Buffer.concat(parts).toString() });
        return { name };
      },
    },
    signal: new AbortController().signal,
    mayHaveHappened: false,
    allowRetry: () => undefined,
    begin: () => Promise.resolve(),
  } as unknown as Parameters<typeof callTool>[0];
  const operation = {
    plan: { kind: 'tool', tool: 'find' },
    effect: 'once',
    digest: digestOfTool(TOOL),
    app: { name: 'tools', url: 'http://tools.example/mcp', baseUrl: null },
    openCredential: () => Promise.resolve(null),
  } as unknown as OpenedOperation;
  const outcome = await callTool(context, operation, {}).catch((failure: unknown) => failure as JsonObject);
  return { outcome, calls, stored };
}

const text = (words: string) => ({ type: 'text', text: words });

test.each<[string, object, object]>([
  ['structured content alone', { content: [], structuredContent: { a: 1 } }, { text: '', data: { a: 1 } }],
  ['structured content without a list of content', { structuredContent: { a: 1 } }, { text: '', data: { a: 1 } }],
  [
    'structured content and another text',
    { content: [text('{"b":2}')], structuredContent: { a: 1 } },
    { text: '{"b":2}', data: { a: 1 } },
  ],
  ['JSON in a text', { content: [text('[1,2]')] }, { text: '[1,2]', data: [1, 2] }],
  ['words', { content: [text('Hello'), text('world')] }, { text: 'Hello\nworld', data: null }],
  [
    'a resource of text, and a link',
    {
      content: [
        { type: 'resource', resource: { uri: 'file:///a.txt', text: 'inside' } },
        { type: 'resource_link', uri: 'https://a.example/b', name: 'b' },
      ],
    },
    { text: 'inside\nhttps://a.example/b', data: null },
  ],
  ['nothing', { content: [] }, { text: '', data: null }],
])('the output of %s', async (_, result, expected) => {
  const { outcome } = await call({ result });
  expect(outcome).toMatchObject({ kind: 'succeeded', output: { files: [], ...expected } });
});

test('images, audio and blobs become files with their types', async () => {
  const data = Buffer.from('bytes').toString('base64');
  const blob = { uri: 'file:///reports/may.pdf', mimeType: 'application/pdf', blob: data };
  const content = [
    { type: 'image', data, mimeType: 'image/png' },
    { type: 'audio', data, mimeType: 'audio/wav' },
    { type: 'resource', resource: blob },
  ];
  const { stored } = await call({ result: { content } });
  expect(stored).toEqual([
    { name: 'image', contentType: 'image/png', text: 'bytes' },
    { name: 'audio', contentType: 'audio/wav', text: 'bytes' },
    { name: 'may.pdf', contentType: 'application/pdf', text: 'bytes' },
  ]);
});

test.each<[string, Served, string, string, number]>([
  [
    'an error with a text',
    { result: { isError: true, content: [text('No such order')] } },
    'TOOL_FAILED',
    'No such',
    1,
  ],
  ['an error without a text', { result: { isError: true, content: [] } }, 'TOOL_FAILED', 'The tool find failed', 1],
  [
    'an error with structured content',
    { result: { isError: true, content: [text('Wrong')], structuredContent: { a: 1 } } },
    'TOOL_FAILED',
    'Wrong',
    1,
  ],
  ['an error of the protocol', { error: { code: -32_602, message: 'bad' } }, 'TOOL_FAILED', 'bad', 1],
  ['a question to a person', { error: { code: -32_042, message: 'open' } }, 'INPUT_REQUIRED', 'asked a person', 1],
  ['a tool that is gone', { tools: [] }, 'TOOL_MISSING', 'has no tool find', 0],
  ['a renamed tool', { tools: [{ ...TOOL, name: 'search' }] }, 'TOOL_MISSING', 'has no tool find', 0],
  [
    'a tool with other arguments',
    { tools: [{ ...TOOL, inputSchema: { type: 'object', required: ['a'] } }] },
    'TOOL_CHANGED',
    'Refresh the app',
    0,
  ],
])('%s fails the step', async (_, served, code, message, sent) => {
  const { outcome, calls } = await call(served);
  expect(outcome).toMatchObject({ code, message: expect.stringContaining(message) });
  expect(calls).toBe(sent);
});

test('another description of a tool changes nothing', async () => {
  const { calls } = await call({ result: { content: [] }, tools: [{ ...TOOL, description: 'Now with words' }] });
  expect(calls).toBe(1);
});

test('a result with more than 100 files fails the call', async () => {
  const image = { type: 'image', data: Buffer.from('bytes').toString('base64'), mimeType: 'image/png' };
  const { outcome, stored } = await call({ result: { content: Array.from({ length: 101 }, () => image) } });
  expect(outcome).toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
  expect(stored).toHaveLength(100);
});

test('JSON in a text that is costly to parse is too large', async () => {
  const names = Object.fromEntries(Array.from({ length: 120_000 }, (_, number) => [`name${number}`, 0]));
  const { outcome, calls } = await call({ result: { content: [text(JSON.stringify(names))] } });
  expect(outcome).toMatchObject({
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringMatching(/^The text of the result has more than 100000 different names of members/),
  });
  expect(calls).toBe(1);
});
