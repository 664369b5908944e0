import { expect, test } from '@jest/globals';
import type { HttpAnswer, HttpCall } from '../http/http-call.ts';
import { withMcpSession } from './mcp-session.ts';

const MIB = 1024 * 1024;
interface Asked {
  id?: number | string;
  method: string;
  params: { protocolVersion?: string; cursor?: string };
}

/** Answers as a server whose lists of tools are given as JSON text. */
function serverOf(toolsOf: (cursor: string) => string, type: string) {
  let sent = 0;
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
    if (id === undefined) return '';
    const prefix = type === 'application/json' ? '' : 'data: ';
    const result = (json: string): string => `${prefix}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`;
    if (method === 'tools/list') return result(toolsOf(params.cursor ?? ''));
    const info = { capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
    if (method === 'initialize') return result(JSON.stringify({ protocolVersion: params.protocolVersion, ...info }));
    return `${prefix}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no"}}`;
  };
  const list = () =>
    withMcpSession(
      { url: new URL('http://tools.example/'), signIn: null, send, signal: AbortSignal.timeout(20_000) },
      (session) => session.listTools(),
    );
  return { list, sent: () => sent };
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

test('bounds the bytes of all answers of a session together', async () => {
  const tool = { name: 't', description: 'x'.repeat(8 * MIB), inputSchema: { type: 'object' } };
  const page = `{"tools":[${JSON.stringify(tool)}],"nextCursor":"`;
  const server = serverOf((cursor) => `${page}${cursor}x"}`, 'application/json');
  await expect(server.list()).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
  expect(server.sent()).toBeLessThan(80 * MIB);
});
