import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@workflow/workflow-model';

/** An answer that is streamed. */
export interface StreamedAnswer {
  /** The text, piece by piece. */
  pieces: string[];
  calls?: { tool: string; arguments: JsonObject | string }[];
  /** The thoughts before the answer. Servers refuse a conversation in which they do not return unchanged. */
  reasoning?: string;
  /** Waits this long between two pieces, or for a promise before the piece of that number. */
  pauseMs?: number;
  before?: Record<number, Promise<unknown>>;
  /** Ends the stream after this many pieces, without the end of the answer. */
  cutAfter?: number;
  /** Why the answer ends before it is complete. */
  stop?: 'length' | 'filter';
  /** The id of all calls. Servers give each another one. */
  callId?: string;
  /** Sends each event in parts of this many bytes. */
  bytesAtOnce?: number;
}

type Event = [name: string | null, data: JsonObject | '[DONE]'];
type Calls = NonNullable<StreamedAnswer['calls']>;
type Stop = StreamedAnswer['stop'];

/** How one of the three APIs writes the parts of a streamed answer. */
interface Format {
  begin(model: string): Event[];
  reasoning(text: string): Event[];
  piece(text: string, index: number, hasReasoning: boolean): Event[];
  end(text: string, calls: Calls, more: { hasReasoning: boolean; stop: Stop; callId: string | undefined }): Event[];
}

/** Returns the bytes of the events of an answer, as the three APIs define them. */
export async function* streamOf(api: string, model: string, answer: StreamedAnswer): AsyncGenerator<Buffer> {
  const { bytesAtOnce = Infinity } = answer;
  for await (const text of textOf(api, model, answer)) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += bytesAtOnce) yield bytes.subarray(at, at + bytesAtOnce);
  }
}

async function* textOf(api: string, model: string, answer: StreamedAnswer): AsyncGenerator<string> {
  const { pieces, calls = [], reasoning, pauseMs = 0, before = {}, cutAfter = Infinity, stop, callId } = answer;
  const hasReasoning = reasoning !== undefined;
  const format = FORMATS[api as keyof typeof FORMATS];
  yield* written(format.begin(model));
  if (hasReasoning) yield* written(format.reasoning(reasoning));
  for (const [index, piece] of pieces.entries()) {
    if (index >= cutAfter) return;
    await before[index];
    if (pauseMs > 0 && index > 0) await pause(pauseMs);
    yield* written(format.piece(piece, index, hasReasoning));
  }
  if (pieces.length >= cutAfter) return;
  yield* written(format.end(pieces.join(''), calls, { hasReasoning, stop, callId }));
}

function* written(events: Event[]): Generator<string> {
  for (const [name, data] of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    yield `${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`;
  }
}

/** Returns the item with which the next request must show that the reasoning is unchanged. */
export function returnedReasoning(api: string, reasoning: string): JsonObject {
  if (api === 'messages') return { type: 'thinking', thinking: reasoning, signature: signatureOf(reasoning) };
  if (api === 'responses') return { type: 'reasoning', encrypted_content: signatureOf(reasoning) };
  return { role: 'assistant', reasoning_content: reasoning };
}

const signatureOf = (reasoning: string): string => Buffer.from(reasoning).toString('base64');
const argumentsOf = (given: JsonObject | string): string => (typeof given === 'string' ? given : JSON.stringify(given));
const named = (...events: ({ type: string } & JsonObject)[]): Event[] => events.map((event) => [event.type, event]);
const chunk = (delta: JsonObject, finish: string | null = null): Event => [
  null,
  {
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_764_000_000, model: 'm' },
    choices: [{ index: 0, delta, finish_reason: finish }],
  },
];

const FINISH = { length: 'length', filter: 'content_filter' };

const COMPLETIONS: Format = {
  begin: () => [chunk({ role: 'assistant', content: '' })],
  reasoning: (text) => [...text].map((character) => chunk({ reasoning_content: character })),
  piece: (text) => [chunk({ content: text })],
  end: (_text, calls, { stop, callId }) => [
    ...calls.map((call, index) =>
      chunk({
        tool_calls: [
          {
            ...{ index, id: callId ?? `call_${index}`, type: 'function' },
            function: { name: call.tool, arguments: argumentsOf(call.arguments) },
          },
        ],
      }),
    ),
    chunk({}, stop === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : FINISH[stop]),
    [
      null,
      {
        ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_764_000_000, model: 'm', choices: [] },
        usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
      },
    ],
    [null, '[DONE]'],
  ],
};

const STOP_REASON = { length: 'max_tokens', filter: 'refusal' };

const MESSAGES: Format = {
  begin: (model) =>
    named({
      type: 'message_start',
      message: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model, content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 12, output_tokens: 0 } },
      },
    }),
  reasoning: (text) =>
    named(
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      ...[...text].map((thinking) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'thinking_delta', thinking },
      })),
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: signatureOf(text) } },
      { type: 'content_block_stop', index: 0 },
    ),
  piece: (text, number, hasReasoning) => {
    const index = hasReasoning ? 1 : 0;
    return [
      ...(number === 0 ? named({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }) : []),
      ...named({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } }),
    ];
  },
  end: (text, calls, { hasReasoning, stop, callId }) => {
    const first = hasReasoning ? 1 : 0;
    const stopped = text === '' ? [] : named({ type: 'content_block_stop', index: first });
    return [
      ...stopped,
      ...calls.flatMap((call, at) => {
        const index = first + (text === '' ? 0 : 1) + at;
        const block = { type: 'tool_use', id: callId ?? `toolu_${at}`, name: call.tool, input: {} };
        const partial = { type: 'input_json_delta', partial_json: argumentsOf(call.arguments) };
        return named(
          { type: 'content_block_start', index, content_block: block },
          { type: 'content_block_delta', index, delta: partial },
          { type: 'content_block_stop', index },
        );
      }),
      ...named(
        {
          type: 'message_delta',
          delta: {
            stop_reason: stop === undefined ? (calls.length > 0 ? 'tool_use' : 'end_turn') : STOP_REASON[stop],
            stop_sequence: null,
          },
          usage: { output_tokens: 5 },
        },
        { type: 'message_stop' },
      ),
    ];
  },
};

const INCOMPLETE = { length: 'max_output_tokens', filter: 'content_filter' };

const RESPONSES: Format = {
  begin: (model) => named({ type: 'response.created', response: { id: 'resp_1', created_at: 1_764_000_000, model } }),
  reasoning: (text) => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: signatureOf(text) };
    return named(
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
    );
  },
  piece: (delta, number, hasReasoning) => {
    const place = { output_index: hasReasoning ? 1 : 0 };
    const item = { type: 'message', id: 'msg_1', status: 'in_progress', role: 'assistant', content: [] };
    return [
      ...(number === 0 ? named({ type: 'response.output_item.added', ...place, item }) : []),
      ...named({ type: 'response.output_text.delta', item_id: 'msg_1', ...place, content_index: 0, delta }),
    ];
  },
  end: (text, calls, { hasReasoning, stop, callId }) => {
    const first = hasReasoning ? 1 : 0;
    const content = [{ type: 'output_text', text, annotations: [] }];
    const message = { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content };
    return [
      ...(text === '' ? [] : named({ type: 'response.output_item.done', output_index: first, item: message })),
      ...calls.flatMap((call, at) => {
        const item = { type: 'function_call', id: `fc_${at}`, call_id: callId ?? `call_${at}`, name: call.tool };
        const given = argumentsOf(call.arguments);
        const place = { output_index: first + 1 + at };
        return named(
          { type: 'response.output_item.added', ...place, item: { ...item, arguments: '', status: 'in_progress' } },
          { type: 'response.function_call_arguments.delta', ...place, item_id: item.id, delta: given },
          { type: 'response.output_item.done', ...place, item: { ...item, arguments: given, status: 'completed' } },
        );
      }),
      ...named({
        type: stop === undefined ? 'response.completed' : 'response.incomplete',
        response: {
          ...{ id: 'resp_1', created_at: 1_764_000_000 },
          incomplete_details: stop === undefined ? null : { reason: INCOMPLETE[stop] },
          usage: { input_tokens: 12, output_tokens: 5, total_tokens: 17 },
        },
      }),
    ];
  },
};

const FORMATS = { completions: COMPLETIONS, messages: MESSAGES, responses: RESPONSES };
