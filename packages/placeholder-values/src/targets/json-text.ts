import { asText, type Json } from '@workflow/workflow-model';

/** Where a value is in a JSON text (RFC 8259): within a string, or in the place of a value. */
export type JsonPlace = 'string' | 'value';

/**
 * Returns where the gaps between these texts are, when the texts are a JSON text with a value in each gap; null when
 * they are none.
 *
 * @param texts what is written before the first gap, between two gaps, and after the last one
 */
export function placesInJson(texts: readonly string[]): JsonPlace[] | null {
  const places: JsonPlace[] = [];
  let isInString = false;
  let skeleton = '';
  for (const [index, text] of texts.entries()) {
    isInString = endsInString(text, isInString);
    skeleton += text;
    if (index === texts.length - 1) break;
    places.push(isInString ? 'string' : 'value');
    if (!isInString) skeleton += 'null';
  }
  return isJson(skeleton) ? places : null;
}

/** Returns a value as it is written there: no value ends a string, or adds a member. */
export function writtenInJson(value: Json, place: JsonPlace): string {
  return place === 'value' ? JSON.stringify(value) : JSON.stringify(asText(value)).slice(1, -1);
}

/** Returns whether a text is a JSON object or list, which a workflow may have written itself. */
export function isJsonObjectOrList(text: string): boolean {
  return /^[\t\n\r ]*[[{]/.test(text) && isJson(text);
}

function endsInString(text: string, begins: boolean): boolean {
  let isInString = begins;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isInString = !isInString;
    else if (character === '\\' && isInString) at += 1;
  }
  return isInString;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
