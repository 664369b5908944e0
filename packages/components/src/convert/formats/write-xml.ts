import { xmlAttribute, xmlText } from '@workflow/component-kit';
import { isJsonObject, StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';

/** Matches names, nearly as https://www.w3.org/TR/xml/#NT-Name. */
const NAME = /^[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*$/u;
const TEXT = '#text';

/**
 * Writes a document with the one key of an object as its root element. A list becomes an element for each of its items,
 * `@name` an attribute, `#text` the text of an element, and null an empty element.
 * @throws StepFailure DATA_INVALID with the part that XML does not support
 */
export function writeXml(value: Json): string {
  const roots = isJsonObject(value) ? Object.keys(value) : [];
  const [root] = roots;
  if (!isJsonObject(value) || root === undefined || roots.length > 1 || Array.isArray(value[root]))
    throw invalid('XML is written from an object with one key, its root element');
  const lines: string[] = [];
  writeElement(root, value[root] as Json, 0, lines);
  return `${lines.join('\n')}\n`;
}

function writeElement(name: string, value: Json, level: number, lines: string[]): void {
  const indent = '  '.repeat(level);
  requireName(name);
  if (Array.isArray(value)) throw invalid(`${name} is a list within a list, which has no name in XML`);
  if (!isJsonObject(value)) {
    lines.push(indent + withText(name, '', xmlText(value)));
    return;
  }
  const attributes = attributesOf(value);
  const children = Object.keys(value).filter((key) => !key.startsWith('@') && key !== TEXT);
  const text = scalarOf(value, TEXT);
  if (children.length === 0) {
    lines.push(indent + withText(name, attributes, text === undefined ? '' : xmlText(text)));
    return;
  }
  const within: string[] = [];
  for (const key of children) {
    const child = value[key] as Json;
    for (const item of Array.isArray(child) ? child : [child]) writeElement(key, item, level + 1, within);
  }
  // White space next to text would become part of it.
  if (text !== undefined && text !== null && text !== '')
    lines.push(`${indent}<${name}${attributes}>${xmlText(text)}${within.map(unindented).join('')}</${name}>`);
  else if (within.length === 0) lines.push(indent + withText(name, attributes, ''));
  else lines.push(`${indent}<${name}${attributes}>`, ...within, `${indent}</${name}>`);
}

/** Removes the blanks before the first `<` of a line. Blanks within multi-line text stay. */
function unindented(line: string): string {
  return line.replace(/^ +(?=<)/, '');
}

function withText(name: string, attributes: string, text: string): string {
  return text === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${text}</${name}>`;
}

function attributesOf(value: JsonObject): string {
  let written = '';
  for (const key of Object.keys(value)) {
    if (!key.startsWith('@')) continue;
    const name = key.slice(1);
    requireName(name, key);
    written += ` ${name}="${xmlAttribute(scalarOf(value, key) ?? null)}"`;
  }
  return written;
}

function scalarOf(value: JsonObject, key: string): Json | undefined {
  const one = Object.hasOwn(value, key) ? value[key] : undefined;
  if (typeof one === 'object' && one !== null)
    throw invalid(`${key} must be text, a number or a boolean, not ${Array.isArray(one) ? 'a list' : 'an object'}`);
  return one;
}

/** Refuses invalid names. Names are written unchanged, so an angle bracket in one would create elements. */
function requireName(name: string, key = name): void {
  if (!NAME.test(name)) throw invalid(`${JSON.stringify(key)} is not a valid name of an element or an attribute`);
}

function invalid(why: string): StepFailure {
  return new StepFailure('DATA_INVALID', why);
}
