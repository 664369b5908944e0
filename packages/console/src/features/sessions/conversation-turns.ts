import { isPart } from '../../api/is-part.ts';
import type { Step } from '../../api/types.ts';

/** A try of a turn with the calls that it asked for. */
export interface ShownTurn {
  step: Step;
  text: string;
  /** The message with which the service asked for this turn, or null. */
  correction: string | null;
  /** Null if the turn did not end, or the page did not load it whole. */
  tokens: number | null;
  calls: Step[];
}

/** Returns the parts of an agent's step in one run, and of earlier runs those that it continued. */
export function partsOf(steps: readonly Step[], { componentId, run }: Step): Step[] {
  const own = steps.filter((step) => isPart(step) && step.componentId === componentId && step.run <= run);
  return own
    .filter((part) => !isVoid(part, own))
    .toSorted((one, other) => one.iteration - other.iteration || one.run - other.run || one.attempt - other.attempt);
}

/** Returns true if a later run took the same turn, or an earlier one, again. Failed tries remain. */
function isVoid({ kind, status, turn = 0, run }: Step, parts: readonly Step[]): boolean {
  if (kind === 'turn' && status !== 'SUCCEEDED') return false;
  return parts.some((other) => other.kind === 'turn' && other.run > run && (other.turn ?? 0) <= turn);
}

/** Returns the instructions and the task of a conversation. */
export function promptOf(parts: readonly Step[]): { instructions: string; prompt: string } {
  const first = parts.find(({ turn, status }) => turn === 1 && status === 'SUCCEEDED');
  const beginning = fieldOf(first?.output, 'beginning');
  return { instructions: textOf(fieldOf(beginning, 'instructions')), prompt: textOf(fieldOf(beginning, 'prompt')) };
}

/** Returns the turns in order, each try of a turn with its calls. */
export function turnsOf(parts: readonly Step[]): ShownTurn[] {
  return parts
    .filter(({ kind }) => kind === 'turn')
    .map((step) => {
      const tokens = fieldOf(fieldOf(step.output, 'usage'), 'totalTokens');
      const correction = fieldOf(step.output, 'correction');
      return {
        step,
        text: wordsOf(fieldOf(step.output, 'messages')),
        correction: typeof correction === 'string' ? correction : null,
        tokens: typeof tokens === 'number' ? tokens : null,
        calls: step.status === 'SUCCEEDED' ? lastTries(parts, step.turn) : [],
      };
    });
}

/** A call that an earlier run left open has a row in the next run as well. */
function lastTries(parts: readonly Step[], turn: number | undefined): Step[] {
  const calls = parts.filter((part) => part.kind === 'tool' && part.turn === turn);
  return [...new Map(calls.map((call) => [call.iteration, call])).values()];
}

/** Returns the words in the messages of a turn, without its reasoning and its calls. */
function wordsOf(messages: unknown): string {
  return listOf(messages)
    .flatMap((message) => {
      const content = fieldOf(message, 'content');
      if (typeof content === 'string') return [content];
      return listOf(content).map((part) => (fieldOf(part, 'type') === 'text' ? textOf(fieldOf(part, 'text')) : ''));
    })
    .join('');
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
