import { asText, type Json } from '@workflow/workflow-model';

/** The place of a value in a JSON text (RFC 8259): within a string, or as a value. */
export type JsonPlace = 'string' | 'value';

/**
 * Returns the places of the gaps between these texts if the texts are a JSON text with a value in each gap, otherwise
 * null.
 *
 * @param texts the text before the first gap, between two gaps, and after the last one
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

/** Returns a value as it is written at this place. No value can end a string or add a member. */
export function writtenInJson(value: Json, place: JsonPlace): string {
  return place === 'value' ? JSON.stringify(value) : JSON.stringify(asText(value)).slice(1, -1);
}

/** Returns true if a text is a JSON object or list, which a workflow may have written itself. */
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
