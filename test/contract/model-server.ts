import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@workflow/workflow-model';

interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: JsonObject;
}

/** The server's answer to the next question. */
interface ModelAnswer {
  text?: string;
  /** Answers with an error of this status. */
  status?: number;
  headers?: Record<string, string>;
  /** Sends this body unchanged. */
  raw?: string;
  /** Closes the connection in the middle of the answer. */
  breaks?: boolean;
  isCut?: boolean;
}

/**
 * Starts a server that follows https://platform.openai.com/docs/api-reference/chat,
 * https://platform.openai.com/docs/api-reference/responses and https://docs.anthropic.com/en/api/messages, with 12
 * input tokens and 5 output tokens. It has no model: the test supplies the answers, one after the other.
 */
export async function startModelServer() {
  const answers: ModelAnswer[] = [];
  const requests: ModelRequest[] = [];
  const apiKey = 'key-of-the-model-server';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as JsonObject;
      const path = request.url ?? '';
      requests.push({ path, headers: request.headers, body });
      const api = path.split('/').at(-1) ?? '';
      const isOpenAi = api !== 'messages';
      const isKnown = isOpenAi
        ? request.headers.authorization === `Bearer ${apiKey}`
        : request.headers['x-api-key'] === apiKey;
      const next = isKnown ? (answers.shift() ?? { status: 500 }) : { status: 401 };
      const { status = 200, headers = {}, raw, breaks = false } = next;
      const given = status === 200 ? answerOf(api, body, next) : errorOf(isOpenAi, status);
      const bytes = raw ?? JSON.stringify(given);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
      if (breaks) response.write(bytes.slice(0, 10), () => response.destroy());
      else response.end(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    answers,
    requests,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerOf(api: string, { model = '', tools }: JsonObject, { text = '', isCut = false }: ModelAnswer) {
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
        {
          ...{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' },
          content: [{ type: 'output_text', text, annotations: [] }],
        },
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
          message: { role: 'assistant', content: text, refusal: null },
          finish_reason: isCut ? 'length' : 'stop',
        },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
    };
  const isTool = Array.isArray(tools) && tools.length > 0;
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

function errorOf(isOpenAi: boolean, status: number) {
  const message = `not now (${status})`;
  return isOpenAi
    ? { error: { message, type: 'error_of_the_test', param: null, code: null } }
    : { type: 'error', error: { type: 'error_of_the_test', message } };
}
