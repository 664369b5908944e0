import { createHash } from 'node:crypto';
import type { ModelMessage } from 'ai';
import type { Json, JsonObject, ModelUsage, RecordedPart } from '@workflow/component-kit/run';
import { NO_USAGE, sumOfUsage } from '../models/model-usage.ts';
import type { Beginning } from './begin.ts';
import { READ_RESULT, shortened, textOfResult } from './large-results.ts';

/** A call of a tool that a turn asked for. */
export interface ToolCall {
  /** The number of its part. */
  number: number;
  turn: number;
  id: string;
  tool: string;
  arguments: Json;
  /** Why the arguments could not be read, or null. */
  problem: string | null;
  /** How it ended, or null. */
  ended: RecordedPart | null;
  /** When it began, if it was recorded. */
  startedAt: Date | null;
}

/** A turn that is committed. */
interface Turn {
  number: number;
  turn: number;
  output: TurnOutput;
  /** The message with which the service asked for this turn, in addition to results of tools. */
  correction: string | null;
  calls: ToolCall[];
  tookMs: number;
}

/** The stored output of a turn. */
export interface TurnOutput {
  /** The messages of the model, as its library returned them. */
  messages: ModelMessage[];
  text: string;
  usage: ModelUsage;
  /** Why arguments of calls could not be read, by the ids of the calls. */
  problems: Record<string, string>;
}

/** The state of a conversation, composed from the parts of the step. */
export interface Conversation {
  beginning: Beginning | null;
  turns: Turn[];
  usage: ModelUsage;
  /** The time that turns of the model took. */
  activeMs: number;
  /** The number of the part of the next turn. */
  next: number;
  /** Failed tries of the next turn in this run. */
  failures: number;
}

/** Composes the conversation from the committed parts. */
export function readConversation(parts: readonly RecordedPart[]): Conversation {
  const byNumber = new Map<number, RecordedPart[]>();
  for (const part of parts) byNumber.set(part.number, [...(byNumber.get(part.number) ?? []), part]);
  const state: Conversation = { beginning: null, turns: [], usage: NO_USAGE, activeMs: 0, next: 1, failures: 0 };
  for (;;) {
    const tries = byNumber.get(state.next) ?? [];
    const done = tries.find(({ status }) => status === 'SUCCEEDED');
    state.activeMs += tries.reduce((sum, one) => sum + durationOf(one), 0);
    if (done === undefined) return { ...state, failures: tries.filter(({ status }) => status === 'FAILED').length };
    const input = done.input as JsonObject;
    state.beginning ??= input['beginning'] as unknown as Beginning;
    const output = done.output as unknown as TurnOutput;
    const turn = state.turns.length + 1;
    const correction = (input['correction'] ?? null) as string | null;
    const calls = callsOf(output, { turn, number: done.number }, byNumber);
    state.turns.push({ number: done.number, turn, output, correction, calls, tookMs: durationOf(done) });
    state.usage = sumOfUsage(state.usage, output.usage);
    state.next = done.number + calls.length + 1;
  }
}

function durationOf({ startedAt, finishedAt }: RecordedPart): number {
  return finishedAt === null ? 0 : Math.max(0, finishedAt.getTime() - startedAt.getTime());
}

function callsOf(
  { messages, problems }: TurnOutput,
  { turn, number }: { turn: number; number: number },
  byNumber: ReadonlyMap<number, RecordedPart[]>,
): ToolCall[] {
  const asked = messages.flatMap((message) =>
    message.role === 'assistant' && Array.isArray(message.content)
      ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
      : [],
  );
  return asked.map(({ toolCallId, toolName, input }, index) => {
    const recorded = byNumber.get(number + 1 + index) ?? [];
    return {
      number: number + 1 + index,
      turn,
      id: toolCallId,
      tool: toolName,
      arguments: input as Json,
      problem: problems[toolCallId] ?? null,
      ended: recorded.find(({ status }) => status !== 'RUNNING') ?? null,
      startedAt: recorded[0]?.startedAt ?? null,
    };
  });
}

/**
 * Composes the messages of the next request. Each request begins with the one before, byte for byte, because servers
 * cache beginnings.
 */
export function messagesOf({ instructions, prompt }: Beginning, turns: readonly Turn[]): ModelMessage[] {
  return [
    ...(instructions.trim() === '' ? [] : [{ role: 'system' as const, content: instructions }]),
    { role: 'user', content: prompt },
    ...turns.flatMap((turn): ModelMessage[] => [
      ...(turn.correction === null ? [] : [{ role: 'user' as const, content: turn.correction }]),
      ...turn.output.messages,
      ...(turn.calls.length === 0 ? [] : [{ role: 'tool' as const, content: turn.calls.map(resultOf) }]),
    ]),
  ];
}

function resultOf(call: ToolCall) {
  const { tool, ended, number } = call;
  if (ended?.status === 'FAILED') return answered(call, 'error-text', ended.error?.message ?? 'The call failed');
  const output = ended?.output ?? null;
  // The tool for large results returns a limited part already.
  return answered(call, 'text', tool === READ_RESULT ? textOfResult(output) : shortened(output, String(number)));
}

function answered({ id, tool }: ToolCall, type: 'text' | 'error-text', value: string) {
  return { type: 'tool-result' as const, toolCallId: id, toolName: tool, output: { type, value } };
}

/** Returns the digest of the messages that precede a turn. */
export function digestOf(messages: readonly ModelMessage[]): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex');
}

/** Returns the result of an earlier call by the id that the model got. */
export function earlierResult(turns: readonly Turn[], id: string): Json | undefined {
  const calls = turns.flatMap((turn) => turn.calls);
  const found = calls.find(({ number, ended }) => String(number) === id && ended?.status === 'SUCCEEDED');
  return found?.ended?.output;
}
