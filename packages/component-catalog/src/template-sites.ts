import type { Json } from '@workflow/workflow-model';
import type { TemplateSite } from './descriptor.ts';

/** One reference token of a JSON pointer (RFC 6901). */
export function pointerToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Every string in a JSON value, however deep, as a template. Object keys are plain text. */
export function templateSites(value: Json | undefined, pointer: string): TemplateSite[] {
  if (typeof value === 'string') return [{ pointer, kind: 'template', text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return entries.flatMap(([key, item]) => templateSites(item, `${pointer}/${pointerToken(key)}`));
}

/** An expression, when it is a string. */
export function expressionSite(value: Json | undefined, pointer: string): TemplateSite[] {
  return typeof value === 'string' ? [{ pointer, kind: 'expression', text: value }] : [];
}
