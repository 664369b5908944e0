import { createHash } from 'node:crypto';
import type { ModelMessage, UserContent } from 'ai';
import type {
  CallApproval,
  EarlierTurns,
  Json,
  MeasuredPart,
  ModelUsage,
  PartHead,
  RecordedPart,
} from '@workflow/component-kit/run';
import { NO_USAGE, sumOfUsage } from '../models/model-usage.ts';
import type { Beginning } from './begin.ts';
import { READ_RESULT, shortened, textOfResult } from './large-results.ts';
import { readTurnOutput, wordsOf, wordsOfTurn, type TurnOutput } from './stored-turn.ts';

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
  /** True if it has ended. */
  isEnded: boolean;
  /** When it began, if it was recorded. */
  startedAt: Date | null;
  /** The decision, if it needed an approval and was decided. */
  approval: CallApproval | null;
  /** True if it was sent to an app and must not be sent again. */
  isSentOnce: boolean;
}

/** A turn that is committed. */
export interface Turn {
  number: number;
  turn: number;
  output: TurnOutput;
  /** The text of the answer. */
  text: string;
  calls: ToolCall[];
}

/** The result of a call in the form in which the model gets it. */
interface CallResult {
  type: 'text' | 'error-text';
  value: string;
}

/** A conversation, composed from the parts of the step. It stores results only in the form for the model. */
export class Conversation {
  beginning: Beginning | null = null;
  readonly turns: Turn[] = [];
  /** The results of calls that ended, by the numbers of their parts. */
  readonly results = new Map<number, CallResult>();
  usage: ModelUsage = NO_USAGE;
  /** The number of the part of the next turn. */
  next = FIRST;
  /** The number of failed attempts of the next turn in this run. */
  failures = 0;
  /** The bytes of the turns and of the results as the model gets them. */
  bytes = 0;
  /** The characters of the stored results, all of which are read again when the agent continues after a wait. */
  storedCharacters = 0;
  readonly #calls = new Map<number, ToolCall>();
  readonly #times: Parameters<typeof activeMsOf>[0][number][] = [];

  /** The milliseconds that turns of the model and calls of operations took. */
  get activeMs(): number {
    return activeMsOf(this.#times);
  }

  /** Adds parts in the order of their numbers. */
  add(parts: readonly RecordedPart[]): void {
    for (const part of parts) {
      const { startedAt, finishedAt } = part;
      this.#times.push({ part: part.part, startedAt, finishedAt });
      if (part.part.kind === 'tool') this.#addCall(part);
      else if (part.number === this.next) this.#addTry(part);
    }
  }

  #addTry(part: RecordedPart): void {
    if (part.status === 'FAILED') this.failures += 1;
    if (part.status !== 'SUCCEEDED') return;
    const turn = readTurn(part, []);
    this.beginning ??= turn.output.beginning ?? null;
    this.turns.push(turn);
    for (const call of turn.calls) this.#calls.set(call.number, call);
    this.usage = sumOfUsage(this.usage, turn.output.usage);
    this.bytes += Buffer.byteLength(JSON.stringify(turn.output));
    this.next = part.number + turn.calls.length + 1;
    this.failures = 0;
  }

  #addCall(part: RecordedPart): void {
    const call = this.#calls.get(part.number);
    if (call === undefined) return;
    call.startedAt ??= part.startedAt;
    call.approval ??= approvalOf(part);
    call.isSentOnce ||= isSentOnce(part);
    if (part.status === 'RUNNING') return;
    call.isEnded = true;
    const stored = part.output === null && part.status === 'FAILED' ? null : textOfResult(part.output);
    const result = resultOf(call, part, stored);
    this.bytes += Buffer.byteLength(result.value);
    this.storedCharacters += stored?.length ?? 0;
    this.results.set(part.number, result);
  }
}

/** The number of the part of the first turn. */
export const FIRST = 1;
/** Maximum bytes of parts that are read together. A larger part is read alone. */
const MAX_READ_BYTES = 8 * 1024 * 1024;
const MAX_READ_PARTS = 1_000;

/**
 * Divides the parts of a conversation into groups that are read together, so that the bytes of large results are not in
 * memory together. Returns the numbers of each division.
 */
export function divideParts(parts: readonly MeasuredPart[]): number[][] {
  const divisions: number[][] = [];
  let bytes = 0;
  for (const [number, tries] of Map.groupBy(parts, (part) => part.number)) {
    const more = tries.reduce((sum, part) => sum + part.bytes, 0);
    const last = divisions.at(-1);
    if (last === undefined || bytes + more > MAX_READ_BYTES || last.length >= MAX_READ_PARTS) {
      divisions.push([number]);
      bytes = more;
    } else {
      last.push(number);
      bytes += more;
    }
  }
  return divisions;
}

/** Reads a turn with its calls. @param heads the parts of the step, with or without their values */
export function readTurn(done: RecordedPart, heads: readonly PartHead[]): Turn {
  const output = readTurnOutput(done.output);
  const { turn } = done.part;
  const text = wordsOf(output.messages as unknown as Json[]);
  return { number: done.number, turn, output, text, calls: callsOf(output, { turn, number: done.number }, heads) };
}

/** Returns the last turn that succeeded, or null. */
export function lastTurnOf(heads: readonly PartHead[]): PartHead | null {
  return heads.findLast(({ part, status }) => part.kind === 'turn' && status === 'SUCCEEDED') ?? null;
}

/** Returns the milliseconds that turns of the model and calls of operations took. Simultaneous calls count once. */
export function activeMsOf(parts: readonly Pick<PartHead, 'part' | 'startedAt' | 'finishedAt'>[]): number {
  const times = parts
    .filter(({ part }) => part.kind === 'turn' || part.effect !== undefined)
    .map(({ startedAt, finishedAt }) => ({ from: startedAt.getTime(), to: finishedAt?.getTime() ?? 0 }))
    .toSorted((a, b) => a.from - b.from);
  let activeMs = 0;
  let until = 0;
  for (const { from, to } of times) {
    activeMs += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return activeMs;
}

function callsOf(
  { messages, problems }: TurnOutput,
  { turn, number }: { turn: number; number: number },
  heads: readonly PartHead[],
): ToolCall[] {
  const toolCalls = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
  );
  const last = number + toolCalls.length;
  const headsOfTurn = heads.filter((head) => head.number > number && head.number <= last);
  const byNumber = Map.groupBy(headsOfTurn, (head) => head.number);
  return toolCalls.map(({ toolCallId, toolName, input }, index) => {
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
      isSentOnce: recorded.some(isSentOnce),
    };
  });
}

function isSentOnce({ part }: Pick<PartHead, 'part'>): boolean {
  return part.kind === 'tool' && part.effect === 'once';
}

function approvalOf({ part }: PartHead): CallApproval | null {
  return part.kind === 'tool' ? (part.approval ?? null) : null;
}

/**
 * Composes the messages of the next request. Each request begins with the previous one, byte for byte, because servers
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
    ...turns.flatMap(({ output: { correction, messages }, calls, text }): ModelMessage[] => [
      ...(correction === undefined ? [] : [{ role: 'user' as const, content: correction }]),
      ...(calls.length === 0 && text.trim() === '' ? [BLANK] : messages),
      ...(calls.length === 0
        ? []
        : [{ role: 'tool' as const, content: calls.map((call) => answered(call, results.get(call.number))) }]),
    ]),
  ];
}

/**
 * Replaces a message without text. Servers refuse an empty message, and merge the messages around it if it is left out.
 */
const BLANK: ModelMessage = { role: 'assistant', content: '(nothing)' };

/** Returns the question and the answer of an earlier session, without its calls. */
function remembered({ first, last }: EarlierTurns): ModelMessage[] {
  const [question, answer] = [wordsOfTurn(first).prompt, wordsOfTurn(last).text];
  if (question === null || answer === null || answer === '') return [];
  return [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ];
}

/** Returns the result for the model. @param stored the text of the whole result, or null if there is none */
function resultOf({ tool, number }: ToolCall, ended: RecordedPart, stored: string | null): CallResult {
  // The tool for large results already returns a limited part.
  const shown = stored === null || tool === READ_RESULT ? stored : shortened(stored, String(number));
  if (ended.status !== 'FAILED') return { type: 'text', value: shown ?? 'null' };
  const words = ended.error === null ? 'The call failed' : `${ended.error.code}: ${ended.error.message}`;
  // The other system may have sent an answer with the failure.
  return { type: 'error-text', value: shown === null ? words : `${words}\n${shown}` };
}

const NO_RESULT: CallResult = { type: 'text', value: 'null' };

function answered({ id, tool }: ToolCall, output: CallResult = NO_RESULT) {
  return { type: 'tool-result' as const, toolCallId: id, toolName: tool, output };
}

/** Returns the digest of the messages that precede a turn. Files are part of it by their names. */
export function digestOf(messages: readonly ModelMessage[], { files }: Beginning): string {
  const preceding = files === undefined ? messages : [files, ...messages];
  return createHash('sha256').update(JSON.stringify(preceding)).digest('hex');
}
