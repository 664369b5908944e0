import { expect, test } from '@jest/globals';
import type { HttpAnswer, HttpCall } from '../http/http-call.ts';
import { withMcpSession, type McpSession } from './mcp-session.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = 'application/json';
interface Asked {
  id?: number | string;
  /** Left out in answers to requests of the server. */
  method?: string;
  params: { protocolVersion?: string; cursor?: string };
}

/** Answers as a server whose lists of tools are given as JSON text. `before` precedes each list. */
function serverOf(toolsOf: (cursor: string) => string, type: string, resultOf = () => '{"content":[]}', before = '') {
  let sent = 0;
  let pages = 0;
  let answered = 0;
  const send = async (call: HttpCall): Promise<HttpAnswer> => {
    const asked = JSON.parse(call.body === null ? '{"method":"none"}' : String(call.body)) as Asked;
    const text = answerTo(asked);
    sent += text.length;
    const head = { status: text === '' ? 202 : 200, headers: { 'content-type': type } };
    const body = Buffer.from(type === 'application/json' || text === '' ? text : `event: message\n${text}\n\n`);
    const answer = { ...head, body, url: call.url } as unknown as HttpAnswer;
    const use = call.streamTo?.(answer);
    if (use === undefined || use === null) return answer;
    await use(inPieces(body));
    return { ...answer, body: Buffer.alloc(0) };
  };
  const answerTo = ({ id, method, params }: Asked): string => {
    if (method === undefined) answered += 1;
    if (id === undefined || method === undefined) return '';
    const prefix = type === 'application/json' ? '' : 'data: ';
    const result = (json: string): string => `${prefix}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`;
    if (method === 'tools/list') {
      pages += 1;
      return before + result(toolsOf(params.cursor ?? ''));
    }
    if (method === 'tools/call') return result(resultOf());
    const info = { capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
    if (method === 'initialize') return result(JSON.stringify({ protocolVersion: params.protocolVersion, ...info }));
    return `${prefix}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no"}}`;
  };
  const use = <Result>(work: (session: McpSession) => Promise<Result>) =>
    withMcpSession(
      { url: new URL('http://tools.example/'), signIn: null, send, signal: AbortSignal.timeout(20_000) },
      work,
    );
  const list = () => use((session) => session.listTools());
  const find = (name: string) => use((session) => session.findTool((tool) => tool['name'] === name));
  const call = () => use((session) => session.callTool('t', {}));
  return { list, find, call, sent: () => sent, pages: () => pages, answered: () => answered };
}

async function* inPieces(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
}

const tools = (more: string) => `{"tools":[{"name":"t","inputSchema":{"type":"object"${more}}}]}`;
const names = (count: number) => Array.from({ length: count }, (_, index) => `"n${index}":{}`).join();

test.each(['application/json', 'text/event-stream'])('bounds what the library parses in one turn: %s', async (type) => {
  const few = serverOf(() => tools(`,"properties":{${names(5_000)}}`), type);
  expect(await few.list()).toHaveLength(1);
  const many = serverOf(() => tools(`,"properties":{${names(60_000)}}`), type);
  await expect(many.list()).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
  const lists = serverOf(() => tools(`,"x":[${'[],'.repeat(250_000)}0]`), type);
  await expect(lists.list()).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
});

test('bounds the bytes of the lists of a session together', async () => {
  const tool = { name: 't', description: 'x'.repeat(8 * MIB), inputSchema: { type: 'object' } };
  const page = `{"tools":[${JSON.stringify(tool)}],"nextCursor":"`;
  const server = serverOf((cursor) => `${page}${cursor}x"}`, 'application/json');
  await expect(server.list()).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
  expect(server.sent()).toBeLessThan(20 * MIB);
});

test('reads no page of tools behind the one that it looks for', async () => {
  const tool = (name: string) => `{"name":"${name}","inputSchema":{"type":"object"}}`;
  const page = (cursor: string) => `{"tools":[${tool(`t${cursor}`)}],"nextCursor":"${cursor}x"}`;
  const { find, pages } = serverOf(page, JSON_TYPE);
  expect(await find('txx')).toMatchObject({ name: 'txx' });
  expect(pages()).toBe(3);
});

test('reads all tools of a server whose pages have one tool, and a limited number of empty pages', async () => {
  const pageAt = (cursor: string, shown: (at: number) => string) => {
    const at = Number(cursor || '0');
    return `{"tools":[${shown(at)}]${at < 299 ? `,"nextCursor":"${at + 1}"` : ''}}`;
  };
  const tool = (at: number) => `{"name":"t${at}","inputSchema":{"type":"object"}}`;
  expect(await serverOf((cursor) => pageAt(cursor, tool), JSON_TYPE).list()).toHaveLength(300);
  const { list, pages } = serverOf((cursor) => pageAt(cursor, () => ''), JSON_TYPE);
  expect([await list(), pages()]).toEqual([[], 200]);
});

test.each([JSON_TYPE, 'text/event-stream'])('bounds the names of all pages together: %s', async (type) => {
  let made = 0;
  const page = (cursor: string) => {
    const properties = Array.from({ length: 5_000 }, () => `"n${(made += 1)}":{}`).join();
    const inputSchema = `{"type":"object","properties":{${properties}}}`;
    return `{"tools":[{"name":"t","inputSchema":${inputSchema}}],"nextCursor":"${cursor}x"}`;
  };
  const { find, pages } = serverOf(page, type);
  await expect(find('none')).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
  expect(pages()).toBeLessThan(15);
});

test.each([JSON_TYPE, 'text/event-stream'])('bounds the answer to a call: %s', async (type) => {
  const answer = (bytes: number) => () => `{"content":[{"type":"text","text":"${'x'.repeat(bytes)}"}]}`;
  const { call } = serverOf(() => '{"tools":[]}', type, answer(24 * MIB));
  expect((await call()).content).toHaveLength(1);
  await expect(serverOf(() => '{"tools":[]}', type, answer(48 * MIB)).call()).rejects.toMatchObject({
    code: 'OUTPUT_TOO_LARGE',
  });
});

test('answers a limited number of requests of a server', async () => {
  const requests = (count: number) =>
    Array.from({ length: count }, (_, id) => `data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\nevent: message\n`);
  const serverWith = (count: number) =>
    serverOf(() => tools(''), 'text/event-stream', undefined, requests(count).join(''));
  expect(await serverWith(3).list()).toHaveLength(1);
  const many = serverWith(20_000);
  await expect(many.list()).rejects.toMatchObject({ code: 'TOOL_FAILED', message: expect.stringContaining('100') });
  expect(many.answered()).toBeLessThanOrEqual(100);
});
