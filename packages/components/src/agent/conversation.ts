import { createHash } from 'node:crypto';
import type { ModelMessage, UserContent } from 'ai';
import type { CallApproval, EarlierTurns, Json, ModelUsage, PartHead, RecordedPart } from '@workflow/component-kit/run';
import { NO_USAGE, sumOfUsage } from '../models/model-usage.ts';
import type { Beginning } from './begin.ts';
import { READ_RESULT, shortened, textOfResult } from './large-results.ts';
import { readTurnOutput, wordsOfTurn, type TurnOutput } from './stored-turn.ts';

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
  /** True if it ended. */
  isEnded: boolean;
  /** When it began, if it was recorded. */
  startedAt: Date | null;
  /** The decision, if it needed an approval and was decided. */
  approval: CallApproval | null;
}

/** A turn that is committed. */
interface Turn {
  number: number;
  turn: number;
  output: TurnOutput;
  calls: ToolCall[];
}

/** The state of a conversation, composed from the parts of the step. */
export interface Conversation {
  beginning: Beginning | null;
  turns: Turn[];
  /** The calls that ended, by the numbers of their parts. */
  results: ReadonlyMap<number, RecordedPart>;
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
  const byNumber = Map.groupBy(parts, ({ number }) => number);
  const results = new Map(parts.filter(isEndedCall).map((part) => [part.number, part]));
  const state = { beginning: null as Beginning | null, turns: [] as Turn[], usage: NO_USAGE, activeMs: 0, next: 1 };
  for (;;) {
    const tries = byNumber.get(state.next) ?? [];
    const done = tries.find(({ status }) => status === 'SUCCEEDED');
    state.activeMs += tries.reduce((sum, one) => sum + durationOf(one), 0);
    if (done === undefined)
      return { ...state, results, failures: tries.filter(({ status }) => status === 'FAILED').length };
    const turn = readTurn(done, parts);
    state.beginning ??= turn.output.beginning ?? null;
    state.turns.push(turn);
    state.usage = sumOfUsage(state.usage, turn.output.usage);
    state.next = done.number + turn.calls.length + 1;
  }
}

/** Reads a turn with its calls. @param heads the parts of the step, with or without their values */
export function readTurn(done: RecordedPart, heads: readonly PartHead[]): Turn {
  const output = readTurnOutput(done.output);
  const { turn } = done.part;
  return { number: done.number, turn, output, calls: callsOf(output, { turn, number: done.number }, heads) };
}

/** Returns the last turn that succeeded, or null. */
export function lastTurnOf(heads: readonly PartHead[]): PartHead | null {
  return heads.findLast(({ part, status }) => part.kind === 'turn' && status === 'SUCCEEDED') ?? null;
}

function isEndedCall({ part, status }: PartHead): boolean {
  return part.kind === 'tool' && status !== 'RUNNING';
}

function durationOf({ startedAt, finishedAt }: PartHead): number {
  return finishedAt === null ? 0 : Math.max(0, finishedAt.getTime() - startedAt.getTime());
}

function callsOf(
  { messages, problems }: TurnOutput,
  { turn, number }: { turn: number; number: number },
  heads: readonly PartHead[],
): ToolCall[] {
  const asked = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
  );
  const last = number + asked.length;
  const own = heads.filter((head) => head.number > number && head.number <= last);
  const byNumber = Map.groupBy(own, (head) => head.number);
  return asked.map(({ toolCallId, toolName, input }, index) => {
    const recorded = byNumber.get(number + 1 + index) ?? [];
    return {
      number: number + 1 + index,
      turn,
      id: toolCallId,
      tool: toolName,
      arguments: (input ?? null) as Json,
      problem: problems[toolCallId] ?? null,
      isEnded: recorded.some(({ status }) => status !== 'RUNNING'),
      startedAt: recorded[0]?.startedAt ?? null,
      approval: recorded.map(approvalOf).find((approval) => approval !== null) ?? null,
    };
  });
}

function approvalOf({ part }: PartHead): CallApproval | null {
  return part.kind === 'tool' ? (part.approval ?? null) : null;
}

/**
 * Composes the messages of the next request. Each request begins with the one before, byte for byte, because servers
 * cache beginnings.
 * @param task the task with its files
 */
export function messagesOf(
  { instructions, prompt }: Beginning,
  { turns, results }: Pick<Conversation, 'turns' | 'results'>,
  earlier: readonly EarlierTurns[],
  task: UserContent = prompt,
): ModelMessage[] {
  return [
    ...(instructions.trim() === '' ? [] : [{ role: 'system' as const, content: instructions }]),
    ...earlier.flatMap(remembered),
    { role: 'user', content: task },
    ...turns.flatMap(({ output: { correction, messages }, calls }): ModelMessage[] => [
      ...(correction === undefined ? [] : [{ role: 'user' as const, content: correction }]),
      ...messages,
      ...(calls.length === 0
        ? []
        : [{ role: 'tool' as const, content: calls.map((call) => resultOf(call, results.get(call.number))) }]),
    ]),
  ];
}

/** Returns the question and the answer of an earlier session, without its calls. */
function remembered({ first, last }: EarlierTurns): ModelMessage[] {
  const [question, answer] = [wordsOfTurn(first).prompt, wordsOfTurn(last).text];
  if (question === null || answer === null || answer === '') return [];
  return [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ];
}

function resultOf(call: ToolCall, ended: RecordedPart | undefined) {
  const { tool, number } = call;
  if (ended?.status === 'FAILED') return answered(call, 'error-text', ended.error?.message ?? 'The call failed');
  const output = ended?.output ?? null;
  // The tool for large results returns a limited part already.
  return answered(call, 'text', tool === READ_RESULT ? textOfResult(output) : shortened(output, String(number)));
}

function answered({ id, tool }: ToolCall, type: 'text' | 'error-text', value: string) {
  return { type: 'tool-result' as const, toolCallId: id, toolName: tool, output: { type, value } };
}

/** Returns the digest of the messages that precede a turn. Files are part of it by their names. */
export function digestOf(messages: readonly ModelMessage[], { files }: Beginning): string {
  const preceding = files === undefined ? messages : [files, ...messages];
  return createHash('sha256').update(JSON.stringify(preceding)).digest('hex');
}
