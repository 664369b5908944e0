import type { JsonObject } from '@workflow/workflow-model';
import jsonata from 'jsonata';

export type Preview = { kind: 'value' | 'failed'; text: string };

const PREVIEW_LIMITS = { timeout: 500, stack: 200 };
const MAX_PREVIEW_LENGTH = 400;

/** Evaluates an expression, or each `{{ expression }}` of a template, against sample values. */
export async function previewExpression(kind: 'expression' | 'template' | 'json', text: string, values: JsonObject): Promise<Preview> {
  try {
    if (kind === 'expression') return shown(await evaluate(text, values));
    const whole = /^\s*\{\{((?:(?!\}\}).)*)\}\}\s*$/s.exec(text);
    if (whole) return shown(await evaluate(whole[1] as string, values));
    const parts = text.split(/\{\{(.*?)\}\}/s);
    const filled = await Promise.all(parts.map(async (part, index) => (index % 2 === 0 ? part : asText(await evaluate(part, values)))));
    return { kind: 'value', text: shorten(filled.join('')) };
  } catch (error) {
    return { kind: 'failed', text: String((error as { message?: string }).message ?? error) };
  }
}

async function evaluate(expression: string, values: JsonObject): Promise<unknown> {
  const compiled = jsonata(expression, PREVIEW_LIMITS as never);
  compiled.registerFunction('secret', () => '•••');
  return compiled.evaluate(values);
}

function shown(value: unknown): Preview {
  return value === undefined ? { kind: 'failed', text: 'no value' } : { kind: 'value', text: shorten(JSON.stringify(value)) };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text;
}
