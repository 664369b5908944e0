import { setImmediate as nextSlice } from 'node:timers/promises';
import type { Json } from '@workflow/workflow-model';
import { isUnchangedByJsonb } from '../values/key-order.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { HiddenOutput, StepRecord } from './step-record.ts';

/** A value as the text for its column. */
export interface ValueText {
  text: string | null;
  /** True if jsonb would change it, so that an additional column stores the original text. */
  isChangedByJsonb: boolean;
}

/** A step with its values as JSON text. */
export interface StepText {
  step: StepRecord;
  input: ValueText;
  output: ValueText;
  /** The sealed unmasked output, if it is masked. */
  sealed: Uint8Array | null;
  /** The number of characters of all texts together. */
  characters: number;
}

/** Maximum number of characters that one statement writes. A single step or session may exceed it. */
export const MAX_PART_CHARACTERS = 8 * 1024 * 1024;
/** After this many characters, the event loop gets time for other code. */
const TURN_CHARACTERS = 1024 * 1024;

/** Items of a list that are serialized in one time slice. */
const TURN_ITEMS = 1_000;

const NOTHING: ValueText = { text: null, isChangedByJsonb: false };

/** Serializes a value. Long lists take several time slices. */
export function writeOut(value: Json | undefined): ValueText | Promise<ValueText> {
  if (value === null || value === undefined) return NOTHING;
  if (Array.isArray(value) && value.length > TURN_ITEMS) return writeOutList(value);
  return { text: JSON.stringify(value), isChangedByJsonb: !isUnchangedByJsonb(value) };
}

async function writeOutList(items: readonly Json[]): Promise<ValueText> {
  const texts: string[] = [];
  let isChangedByJsonb = false;
  for (let at = 0; at < items.length; at += TURN_ITEMS) {
    if (at > 0) await nextSlice();
    const itemsOfSlice = items.slice(at, at + TURN_ITEMS);
    texts.push(JSON.stringify(itemsOfSlice).slice(1, -1));
    isChangedByJsonb ||= !isUnchangedByJsonb(itemsOfSlice);
  }
  return { text: `[${texts.join(',')}]`, isChangedByJsonb };
}

export function charactersOf(...texts: (string | null)[]): number {
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/**
 * Serializes the values of steps, in several time slices if they are large, and divides the steps into groups of
 * limited size, in their order. The last group always exists. It has the running steps, which are written with the new
 * state of their session.
 */
export async function writeOutInParts(
  seals: SensitiveSeals,
  sessionId: string,
  steps: readonly StepRecord[],
): Promise<[...StepText[][], StepText[]]> {
  const parts: StepText[][] = [];
  const underWay: StepText[] = [];
  let group: StepText[] = [];
  let [ofPart, ofTurn] = [0, 0];
  for (const step of steps) {
    if (ofTurn >= TURN_CHARACTERS) {
      await nextSlice();
      ofTurn = 0;
    }
    const written = stepText(step);
    const text = written instanceof Promise ? await written : written;
    if (step.hidden !== undefined) await sealOutput(seals, sessionId, text, step.hidden);
    ofTurn += text.characters;
    if (step.finishedAt === null) underWay.push(text);
    else {
      if (ofPart >= MAX_PART_CHARACTERS) {
        parts.push(group);
        [group, ofPart] = [[], 0];
      }
      group.push(text);
      ofPart += text.characters;
    }
  }
  return [...parts, [...group, ...underWay]];
}

/** Serializes the values of a step. Steps are many and their values mostly short, so a promise is the exception. */
function stepText(step: StepRecord): StepText | Promise<StepText> {
  const input = writeOut(step.input);
  const output = writeOut(step.output);
  return input instanceof Promise || output instanceof Promise
    ? Promise.all([input, output]).then(([inputText, outputText]) => textOf(step, inputText, outputText))
    : textOf(step, input, output);
}

function textOf(step: StepRecord, input: ValueText, output: ValueText): StepText {
  return { step, input, output, sealed: null, characters: charactersOf(input.text, output.text) };
}

async function sealOutput(
  seals: SensitiveSeals,
  sessionId: string,
  text: StepText,
  { organizationId, ...hidden }: HiddenOutput,
): Promise<void> {
  text.sealed = await seals.seal(organizationId, `step ${sessionId} ${text.step.componentId}`, hidden);
  text.characters += text.sealed.length;
}

/** PostgreSQL compresses the values of a row beyond 2 kB, or moves them out of it. */
const MAX_PACKED_CHARACTERS = 1_024;

/** Matches ports that can be packed. The port of a `switch` may have any name. */
const PLAIN_PORT = /^[ -~]*$/;

/**
 * Returns steps in the form for their session's row (`steps/packed-steps.ts`), or null if each of them needs a separate
 * row.
 */
export function packSteps(steps: readonly StepText[]): string | null {
  const packed: string[] = [];
  let characters = 0;
  for (const { step, input, output, sealed } of steps) {
    const { componentId, iteration, attempt, status, port, error, startedAt, finishedAt } = step;
    const isPlain = status === 'SUCCEEDED' && attempt === 1 && iteration === 0 && error === null && sealed === null;
    if (!isPlain || finishedAt === null || !PLAIN_PORT.test(port ?? '')) return null;
    const tookMs = finishedAt.getTime() - startedAt.getTime();
    const place = `"${componentId}",${JSON.stringify(port)},${startedAt.getTime()},${tookMs}`;
    const element = `${place},${input.text ?? 'null'},${output.text ?? 'null'}`;
    characters += element.length;
    if (characters > MAX_PACKED_CHARACTERS) return null;
    packed.push(element);
  }
  return packed.length === 0 ? null : `[${packed.join(',')}]`;
}
