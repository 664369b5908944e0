import { compileJoinedPart, type CompiledPart, type JoinParts } from '@workflow/expressions/evaluating';
import { asText, type Json } from '@workflow/workflow-model';
import { formField, parseReceivedJson, placesInJson, writtenInJson } from '@workflow/placeholder-values';

type Parts = Parameters<JoinParts>[0];

/**
 * The form of a text: JSON text, a form, or a value that the component converts to JSON text. In the last case, text
 * that is a JSON object or list stays the text of its author.
 */
export type WrittenAs = 'json' | 'json-value' | 'form';

/** Returns the form of a text by the value of the field that names its type, or null for every other text. */
export function writtenAs(type: Json | undefined): WrittenAs | null {
  if (typeof type !== 'string' || type.includes('{{')) return null;
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (name === 'json') return 'json-value';
  if (/[/+]json$/.test(name)) return 'json';
  return name === 'form' || name === 'application/x-www-form-urlencoded' ? 'form' : null;
}

/**
 * Compiles a template that is JSON text or a form. Values are inserted in that form: escaped in a JSON string (RFC 8259
 * §7), as JSON in the place of a value, and percent-encoded in a form. A value within `$raw()` is inserted unchanged. A
 * template that is one expression keeps the type of the value. A template that is not JSON text is plain text.
 */
export function compileWrittenText(template: string, form: WrittenAs): CompiledPart {
  if (form === 'json-value' && !template.includes('{{')) return () => scalarOr(template);
  return compileJoinedPart(template, form === 'form' ? joinForm : form === 'json' ? joinJson : joinJsonValue);
}

/** Returns the value of JSON text that is one text, number, boolean or null. Returns every other text unchanged. */
function scalarOr(text: string): Json {
  try {
    const value = parseReceivedJson(text);
    return typeof value === 'object' && value !== null ? text : value;
  } catch {
    return text;
  }
}

/** The places of each template's values. Finding them parses the whole text, which may have thousands of names. */
const knownPlaces = new WeakMap<Parts, ReturnType<typeof placesInJson>>();

function placesIn(parts: Parts): ReturnType<typeof placesInJson> {
  const known = knownPlaces.get(parts);
  if (known !== undefined) return known;
  const places = placesInJson(textsBetween(parts));
  knownPlaces.set(parts, places);
  return places;
}

const joinJson: JoinParts = (parts, values) => {
  const places = placesIn(parts);
  if (places === null) return values.map(asText).join('');
  let gap = 0;
  return joined(
    parts,
    values,
    (value) => writtenInJson(value, places[gap++] ?? 'value'),
    () => (gap += 1),
  );
};

/** Joins the parts. JSON text that is one string becomes that string. */
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

/** Returns the texts before, between and after the expressions. The text between two adjacent expressions is empty. */
function textsBetween(parts: Parts): string[] {
  const texts = [''];
  for (const part of parts) {
    if (typeof part === 'string') texts[texts.length - 1] += part;
    else texts.push('');
  }
  return texts;
}
