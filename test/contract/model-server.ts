import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@workflow/workflow-model';
import { streamOf, type StreamedAnswer } from './model-streams.ts';
import { strictConversation } from './strict-conversation.ts';

interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: JsonObject;
}

/** The server's answer to the next question. */
export interface ModelAnswer {
  text?: string;
  /** The tools that it calls. */
  calls?: { tool: string; arguments: JsonObject }[];
  /** Answers when this resolves. */
  until?: Promise<unknown>;
  /** Answers with an error of this status. */
  status?: number;
  /** The message of the error. */
  why?: string;
  headers?: Record<string, string>;
  /** Sends this body unchanged. */
  raw?: string;
  /** Closes the connection in the middle of the answer. */
  breaks?: boolean;
  isCut?: boolean;
  /** Called when the last byte of a streamed answer was sent. */
  onSent?: () => void;
  /** Streams the answer, if the request asks for a stream. */
  streamed?: StreamedAnswer;
}

/**
 * Starts a server that follows https://platform.openai.com/docs/api-reference/chat,
 * https://platform.openai.com/docs/api-reference/responses and https://docs.anthropic.com/en/api/messages, with 12
 * input tokens and 5 output tokens. It has no model: the test supplies the answers, one after the other.
 * @param options.answer the answer to a request, if the test supplied none
 * @param options.isStrict it has one conversation, and answers 400 to a request that does not continue it faithfully
 */
export async function startModelServer({
  answer: answerTo = () => ({ status: 500 }),
  isStrict = false,
}: { answer?: (body: JsonObject) => ModelAnswer; isStrict?: boolean } = {}) {
  const conversation = strictConversation();
  const answers: ModelAnswer[] = [];
  const requests: ModelRequest[] = [];
  const apiKey = 'key-of-the-model-server';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer());
    async function answer(): Promise<void> {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as JsonObject;
      const path = request.url ?? '';
      requests.push({ path, headers: request.headers, body });
      const api = path.split('/').at(-1) ?? '';
      const isOpenAi = api !== 'messages';
      const isKnown = isOpenAi
        ? request.headers.authorization === `Bearer ${apiKey}`
        : request.headers['x-api-key'] === apiKey;
      const refusal = isStrict ? conversation.refusalOf(body) : null;
      const planned: ModelAnswer = isKnown ? (answers.shift() ?? answerTo(body)) : { status: 401 };
      const next = refusal === null ? planned : { status: 400, why: refusal };
      const { status = 200, headers = {}, raw, breaks = false } = next;
      // Nobody can return what was cut off.
      if (status === 200 && next.streamed?.cutAfter === undefined) conversation.note(api, next.streamed?.reasoning);
      const given = status === 200 ? answerOf(api, body, next) : errorOf(isOpenAi, status, next.why);
      await next.until;
      if (next.streamed !== undefined && body['stream'] === true && status === 200) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for await (const event of streamOf(api, String(body['model']), next.streamed)) response.write(event);
        if (next.breaks === true) response.destroy();
        else response.end(next.onSent);
        return;
      }
      const bytes = raw ?? JSON.stringify(given);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
      if (breaks) response.write(bytes.slice(0, 10), () => response.destroy());
      else response.end(bytes);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    answers,
    requests,
    /** Forgets the conversation, the answers and the requests. */
    forget(): void {
      conversation.forget();
      answers.length = 0;
      requests.length = 0;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerOf(
  api: string,
  { model = '', tools }: JsonObject,
  { text = '', isCut = false, calls = [] }: ModelAnswer,
) {
  if (api === 'responses')
    return {
      id: 'resp_1',
      object: 'response',
      created_at: 1_764_000_000,
      status: isCut ? 'incomplete' : 'completed',
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      error: null,
      model,
      output: [
        // It must return unchanged, or the request is refused.
        ...(calls.length > 0 ? [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }] : []),
        ...calls.map((call, index) => ({
          ...{ type: 'function_call', id: `fc_${index}`, call_id: `call_${index}`, status: 'completed' },
          ...{ name: call.tool, arguments: JSON.stringify(call.arguments) },
        })),
        ...(calls.length > 0
          ? []
          : [
              {
                ...{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' },
                content: [{ type: 'output_text', text, annotations: [] }],
              },
            ]),
      ],
      usage: { input_tokens: 12, output_tokens: 5, total_tokens: 17 },
    };
  if (api === 'completions')
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_764_000_000,
      model,
      choices: [
        {
          index: 0,
          message: {
            ...{ role: 'assistant', content: text, refusal: null },
            ...(calls.length > 0 && {
              tool_calls: calls.map((call, at) => ({
                ...{ id: `call_${at}`, type: 'function' },
                function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
              })),
            }),
          },
          finish_reason: isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
    };
  if (calls.length > 0)
    return {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: 'tool_use', stop_sequence: null },
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
        ...calls.map((call, at) => ({ type: 'tool_use', id: `toolu_${at}`, name: call.tool, input: call.arguments })),
      ],
      usage: { input_tokens: 12, output_tokens: 5 },
    };
  // A request for typed fields has one tool, whose input is the answer.
  const isTool = Array.isArray(tools) && tools.some((tool) => (tool as JsonObject)['name'] === 'json');
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: isTool
      ? [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(text) as JsonObject }]
      : [{ type: 'text', text }],
    stop_reason: isCut ? 'max_tokens' : isTool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 5 },
  };
}

function errorOf(isOpenAi: boolean, status: number, message = `not now (${status})`) {
  return isOpenAi
    ? { error: { message, type: 'error_of_the_test', param: null, code: null } }
    : { type: 'error', error: { type: 'error_of_the_test', message } };
}
