import type { JsonSchema } from '@workflow/component-kit';
import { previewField } from '@workflow/component-kit/preview';
import type { Json, JsonObject } from '@workflow/workflow-model';

/** `absent`: the sample data has no value for it, which is no fault of the expression. */
export type Preview = { kind: 'value'; text: string; value: Json } | { kind: 'failed' | 'absent'; text: string };

/** A template that is one expression, whose value keeps its type. */
const WHOLE = /^\s*\{\{((?:(?!\}\}).)*)\}\}\s*$/s;
/** The message for a placeholder, or a field of one, that the sample data lacks. */
const ABSENT = /^placeholder \S+ has no value$/;
const MAX_PREVIEW_LENGTH = 400;

/** The result of a field, or a part of one, with sample values: the value, or the reason why a run would fail there. */
export async function previewExpression(site: JsonSchema, value: Json, placeholders: JsonObject): Promise<Preview> {
  try {
    const result = await previewField(site, value, placeholders);
    return result === undefined
      ? { kind: 'absent', text: 'No value with the sample data' }
      : { kind: 'value', text: shorten(shown(site, value, result)), value: result };
  } catch (error) {
    const text = String((error as { message?: string }).message ?? error);
    return { kind: ABSENT.test(text) ? 'absent' : 'failed', text };
  }
}

/** As JSON; a text that templates make, or that is JSON itself, such as a webhook's request, as it is. */
function shown(site: JsonSchema, source: Json, value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isMadeOfParts = site['x-control'] !== 'expression' && !WHOLE.test(String(source));
  const isText = isMadeOfParts || site['x-template'] === 'text' || site['x-template'] === 'url';
  return isText || /^\s*[[{]/.test(value) ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text;
}
