import { compileJoinedPart, type CompiledPart, type JoinParts } from '@workflow/expressions/evaluating';
import { asText, type Json } from '@workflow/workflow-model';
import { formField, parseReceivedJson, placesInJson, writtenInJson } from '@workflow/values';

type Parts = Parameters<JoinParts>[0];

/**
 * What a text is written as, by the field that names its type: a JSON text, a form, or a value of which the component
 * makes the JSON text. There a text that is a JSON object or list stays the text that its author wrote.
 */
export type WrittenAs = 'json' | 'json-value' | 'form';

/** Returns what a text is written as by the value of the field that names its type; null for every other text. */
export function writtenAs(type: Json | undefined): WrittenAs | null {
  if (typeof type !== 'string' || type.includes('{{')) return null;
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (name === 'json') return 'json-value';
  if (/[/+]json$/.test(name)) return 'json';
  return name === 'form' || name === 'application/x-www-form-urlencoded' ? 'form' : null;
}

/**
 * Compiles a template that is a JSON text or a form, into which values are written in its form: within a string of JSON
 * escaped (RFC 8259 §7), in the place of a value as JSON, in a form percent-encoded. A value within `$raw()` is used
 * as it is. A template that is one expression keeps the value's type, and one that is no JSON text is a plain text.
 */
export function compileWrittenText(template: string, form: WrittenAs): CompiledPart {
  if (form === 'json-value' && !template.includes('{{')) return () => scalarOr(template);
  return compileJoinedPart(template, form === 'form' ? joinForm : form === 'json' ? joinJson : joinJsonValue);
}

/** The value of a JSON text that is one text, number, boolean or null; every other text itself. */
function scalarOr(text: string): Json {
  try {
    const value = parseReceivedJson(text);
    return typeof value === 'object' && value !== null ? text : value;
  } catch {
    return text;
  }
}

const joinJson: JoinParts = (parts, values) => {
  const places = placesInJson(textsBetween(parts));
  if (places === null) return values.map(asText).join('');
  let gap = 0;
  return joined(
    parts,
    values,
    (value) => writtenInJson(value, places[gap++] ?? 'value'),
    () => (gap += 1),
  );
};

/** A JSON text that is one string is that string. */
const joinJsonValue: JoinParts = (parts, values) => {
  const [first] = parts;
  const text = joinJson(parts, values);
  return typeof first === 'string' && first.trimStart().startsWith('"') ? String(scalarOr(text)) : text;
};

const joinForm: JoinParts = (parts, values) =>
  joined(parts, values, (value, index) => (index === 0 ? asText(value) : formField(value)));

function joined(
  parts: Parts,
  values: readonly Json[],
  write: (value: Json, index: number) => string,
  onRaw: () => void = () => undefined,
): string {
  return parts
    .map((part, index) => {
      const value = values[index] as Json;
      if (typeof part === 'string') return part;
      if (!part.isRaw) return write(value, index);
      onRaw();
      return asText(value);
    })
    .join('');
}

/** The texts before, between and after the expressions; those that follow each other have an empty one between. */
function textsBetween(parts: Parts): string[] {
  const texts = [''];
  for (const part of parts) {
    if (typeof part === 'string') texts[texts.length - 1] += part;
    else texts.push('');
  }
  return texts;
}
