import { dateTimeMillis, type Json, type JsonObject } from '@workflow/workflow-model';
import jsonata from 'jsonata';

export type Preview = { kind: 'value'; text: string; value: Json } | { kind: 'failed'; text: string };

type ExpressionKind = 'expression' | 'template' | 'json';

/** A template that is one expression, whose value keeps its type. */
const WHOLE = /^\s*\{\{((?:(?!\}\}).)*)\}\}\s*$/s;
const PREVIEW_LIMITS = { timeout: 500, stack: 200 };
const MAX_PREVIEW_LENGTH = 400;

/** Evaluates an expression, or each `{{ expression }}` of a template, against sample values. */
export async function previewExpression(kind: ExpressionKind, text: string, values: JsonObject): Promise<Preview> {
  try {
    const value = await evaluateText(kind, text, values);
    return value === undefined
      ? { kind: 'failed', text: 'No value' }
      : { kind: 'value', text: shorten(shown(kind, text, value)), value };
  } catch (error) {
    return { kind: 'failed', text: String((error as { message?: string }).message ?? error) };
  }
}

/** The value of an expression, or of a template; undefined when it has none. @throws when it cannot be evaluated */
export async function evaluateText(kind: ExpressionKind, text: string, values: JsonObject): Promise<Json | undefined> {
  if (kind === 'expression') return evaluate(text, values);
  const whole = WHOLE.exec(text);
  if (whole) return evaluate(whole[1] as string, values);
  const parts = text.split(/\{\{(.*?)\}\}/s);
  const filled = await Promise.all(
    parts.map(async (part, index) => (index % 2 === 0 ? part : asText(await evaluate(part, values)))),
  );
  return filled.join('');
}

async function evaluate(expression: string, values: JsonObject): Promise<Json | undefined> {
  const compiled = jsonata(expression, PREVIEW_LIMITS as never);
  compiled.registerFunction('secret', () => '•••');
  compiled.registerFunction('raw', (value: unknown) => value);
  compiled.registerFunction('toMillis', toMillis, '<s-s?:n>');
  return (await compiled.evaluate(values)) as Json | undefined;
}

/** As executors read it: with the zone that a normalized DATE_TIME may have. */
function toMillis(text: string | undefined, picture?: string): unknown {
  if (text === undefined) return undefined;
  if (picture !== undefined) return jsonata('$toMillis(text, picture)').evaluate({ text, picture });
  const millis = dateTimeMillis(text);
  if (Number.isNaN(millis)) throw new TypeError(`${JSON.stringify(text)} is no date-time`);
  return millis;
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** As JSON; a text that is JSON itself, such as a webhook's request, without a second escaping. */
function shown(kind: ExpressionKind, text: string, value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return (kind !== 'expression' && !WHOLE.test(text)) || /^\s*[[{]/.test(value) ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text;
}
