import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@workflow/workflow-model';

/** An answer that is streamed. */
export interface StreamedAnswer {
  /** The text, piece by piece. */
  pieces: string[];
  calls?: { tool: string; arguments: JsonObject | string }[];
  /** Waits this long between two pieces, or for a promise before the piece of that number. */
  pauseMs?: number;
  before?: Record<number, Promise<unknown>>;
  /** Ends the stream after this many pieces, without the end of the answer. */
  cutAfter?: number;
}

type Event = [name: string | null, data: JsonObject | '[DONE]'];

/** Returns the text of the events of an answer, as the three APIs define them. */
export async function* streamOf(api: string, model: string, answer: StreamedAnswer): AsyncGenerator<string> {
  const { pieces, calls = [], pauseMs = 0, before = {}, cutAfter = Infinity } = answer;
  const format = FORMATS[api as keyof typeof FORMATS];
  yield* written(format.begin(model));
  for (const [index, piece] of pieces.entries()) {
    if (index >= cutAfter) return;
    await before[index];
    if (pauseMs > 0 && index > 0) await pause(pauseMs);
    yield* written(format.piece(piece, index));
  }
  if (pieces.length >= cutAfter) return;
  yield* written(format.end(pieces.join(''), calls));
}

function* written(events: Event[]): Generator<string> {
  for (const [name, data] of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    yield `${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`;
  }
}

const argumentsOf = (given: JsonObject | string): string => (typeof given === 'string' ? given : JSON.stringify(given));
type Calls = NonNullable<StreamedAnswer['calls']>;

const named = (...events: ({ type: string } & JsonObject)[]): Event[] => events.map((event) => [event.type, event]);
const chunk = (delta: JsonObject, finish: string | null = null): Event => [
  null,
  {
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_764_000_000, model: 'm' },
    choices: [{ index: 0, delta, finish_reason: finish }],
  },
];

const FORMATS = {
  completions: {
    begin: (): Event[] => [chunk({ role: 'assistant', content: '' })],
    piece: (text: string): Event[] => [chunk({ content: text })],
    end: (_text: string, calls: Calls): Event[] => [
      ...calls.map((call, index) =>
        chunk({
          tool_calls: [
            {
              ...{ index, id: `call_${index}`, type: 'function' },
              function: { name: call.tool, arguments: argumentsOf(call.arguments) },
            },
          ],
        }),
      ),
      chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
      [
        null,
        {
          ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_764_000_000, model: 'm', choices: [] },
          usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
        },
      ],
      [null, '[DONE]'],
    ],
  },
  messages: {
    begin: (model: string): Event[] =>
      named({
        type: 'message_start',
        message: {
          ...{ id: 'msg_1', type: 'message', role: 'assistant', model, content: [] },
          ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 12, output_tokens: 0 } },
        },
      }),
    piece: (text: string, index: number): Event[] => [
      ...(index === 0
        ? named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
        : []),
      ...named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    ],
    end: (text: string, calls: Calls): Event[] => {
      const first = text === '' ? 0 : 1;
      const thinking = calls.length > 0;
      return [
        ...(text === '' ? [] : named({ type: 'content_block_stop', index: 0 })),
        ...(thinking
          ? named(
              { type: 'content_block_start', index: first, content_block: { type: 'thinking', thinking: '' } },
              { type: 'content_block_delta', index: first, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
              { type: 'content_block_delta', index: first, delta: { type: 'signature_delta', signature: 'signed' } },
              { type: 'content_block_stop', index: first },
            )
          : []),
        ...calls.flatMap((call, at) => {
          const index = first + 1 + at;
          const block = { type: 'tool_use', id: `toolu_${at}`, name: call.tool, input: {} };
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
            delta: { stop_reason: thinking ? 'tool_use' : 'end_turn', stop_sequence: null },
            usage: { output_tokens: 5 },
          },
          { type: 'message_stop' },
        ),
      ];
    },
  },
  responses: {
    begin: (model: string): Event[] =>
      named({ type: 'response.created', response: { id: 'resp_1', created_at: 1_764_000_000, model } }),
    piece: (delta: string, index: number): Event[] => [
      ...(index === 0
        ? named({
            type: 'response.output_item.added',
            output_index: 0,
            item: { type: 'message', id: 'msg_1', status: 'in_progress', role: 'assistant', content: [] },
          })
        : []),
      ...named({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta }),
    ],
    end: (text: string, calls: Calls): Event[] => {
      const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
      const content = [{ type: 'output_text', text, annotations: [] }];
      return [
        ...(text === ''
          ? []
          : named({
              type: 'response.output_item.done',
              output_index: 0,
              item: { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content },
            })),
        ...(calls.length > 0
          ? named(
              { type: 'response.output_item.added', output_index: 1, item: reasoning },
              { type: 'response.output_item.done', output_index: 1, item: reasoning },
            )
          : []),
        ...calls.flatMap((call, at) => {
          const item = { type: 'function_call', id: `fc_${at}`, call_id: `call_${at}`, name: call.tool };
          const given = argumentsOf(call.arguments);
          const place = { output_index: 2 + at };
          return named(
            { type: 'response.output_item.added', ...place, item: { ...item, arguments: '', status: 'in_progress' } },
            { type: 'response.function_call_arguments.delta', ...place, item_id: item.id, delta: given },
            {
              type: 'response.output_item.done',
              ...place,
              item: { ...item, arguments: given, status: 'completed' },
            },
          );
        }),
        ...named({
          type: 'response.completed',
          response: {
            ...{ id: 'resp_1', created_at: 1_764_000_000, incomplete_details: null },
            usage: { input_tokens: 12, output_tokens: 5, total_tokens: 17 },
          },
        }),
      ];
    },
  },
};
