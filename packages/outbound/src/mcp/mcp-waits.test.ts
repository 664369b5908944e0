import { afterEach, expect, jest, test } from '@jest/globals';
import type { HttpAnswer, HttpCall } from '../http/http-call.ts';
import { withMcpSession } from './mcp-session.ts';

afterEach(() => {
  jest.useRealTimers();
});

/** The library ends requests after a minute, unless it is configured differently. */
const LONG_MS = 10 * 60_000;

test('a call may take longer than a minute', async () => {
  const called = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const send = async (call: HttpCall): Promise<HttpAnswer> => {
    const { id, method } = JSON.parse(String(call.body ?? '{}')) as { id?: number; method?: string };
    if (method === 'tools/call') {
      called.resolve();
      await answered.promise;
    }
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      },
      'tools/call': { content: [{ type: 'text', text: 'late' }] },
    };
    const result = results[method ?? ''];
    const answer = result === undefined ? { error: { code: -32_601, message: 'no' } } : { result };
    const text = id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, ...answer });
    const headers = { 'content-type': 'application/json' };
    return { status: text === '' ? 202 : 200, headers, body: Buffer.from(text), url: call.url };
  };
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  const server = { url: new URL('http://tools.example/'), signIn: null, send, signal: new AbortController().signal };
  const result = withMcpSession(server, (session) => session.callTool('slow', {}));
  await called.promise;
  await jest.advanceTimersByTimeAsync(LONG_MS);
  answered.resolve();
  expect(await result).toMatchObject({ content: [{ text: 'late' }] });
});
