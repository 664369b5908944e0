import { decodeXML } from 'entities';
import { SyntaxValidator } from 'fast-xml-validator';
import { Parser } from 'htmlparser2';
import { setOwn, StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';
import { withoutDocumentType } from './xml-document-type.ts';

const MAX_LEVELS = 500;
/** An element that is not closed yet. */
interface Open {
  name: string;
  value: JsonObject;
  /** The texts between its elements. */
  texts: string[];
  isPreserved: boolean;
}

/**
 * Reads the elements of a document as objects. Repeated elements become a list, attributes `@name`, and text next to
 * them or to other elements `#text`. An element with only text becomes that text, without white space around it unless
 * `xml:space` is `preserve`.
 * @throws StepFailure DATA_INVALID with line and reason, or DATA_LIMIT
 */
export function readXml(text: string): Json {
  requireWellFormed(text);
  const root: Open = { name: '', value: {}, texts: [], isPreserved: false };
  const open = [root];
  let isCdata = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === '__proto__') throw invalid('an element has the name __proto__');
        if (open.length === 1 && Object.keys(root.value).length > 0) throw invalid('it has a second root element');
        if (open.length > MAX_LEVELS) throw new StepFailure('DATA_LIMIT', 'The XML is nested too deeply');
        const space = attributes['xml:space'];
        const value: JsonObject = {};
        // White space in attributes becomes a blank, unless it is written as a reference
        // (https://www.w3.org/TR/xml/#AVNormalize).
        for (const [key, one] of Object.entries(attributes))
          setOwn(value, `@${key}`, decodeXML(one.replaceAll(/\r\n|[\t\n\r]/g, ' ')));
        const above = open.at(-1) as Open;
        above.texts.push('');
        const isPreserved = space === undefined ? above.isPreserved : space === 'preserve';
        open.push({ name, value, texts: [''], isPreserved });
      },
      ontext(data) {
        const { texts } = open.at(-1) as Open;
        // Parsers see each line end as a line feed (https://www.w3.org/TR/xml/#sec-line-ends).
        const text = data.replaceAll(/\r\n?/g, '\n');
        texts[texts.length - 1] += isCdata ? text : decodeXML(text);
      },
      oncdatastart() {
        isCdata = true;
      },
      oncdataend() {
        isCdata = false;
      },
      onclosetag() {
        const closed = open.pop() as Open;
        append((open.at(-1) as Open).value, closed.name, valueOf(closed));
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(withoutDocumentType(text, invalid));
  return root.value;
}

function append(value: JsonObject, name: string, child: Json): void {
  const before = Object.hasOwn(value, name) ? value[name] : undefined;
  if (before === undefined) setOwn(value, name, child);
  else if (Array.isArray(before)) before.push(child);
  else setOwn(value, name, [before, child]);
}

function valueOf({ value, texts, isPreserved }: Open): Json {
  const text = isPreserved ? texts.join('') : joined(texts);
  if (Object.keys(value).length === 0) return text;
  if (text.trim() !== '' || (isPreserved && texts.length === 1 && text !== '')) setOwn(value, '#text', text);
  return value;
}

/** Joins the texts around elements, with a space instead of white space. */
function joined(texts: readonly string[]): string {
  let text = '';
  let isApart = false;
  for (const part of texts) {
    const words = part.trim();
    isApart ||= /^\s/.test(part);
    if (words !== '') {
      text += text !== '' && isApart ? ` ${words}` : words;
      isApart = /\s$/.test(part);
    }
  }
  return text;
}

/** Refuses documents that are not well-formed, which the parser would accept. */
function requireWellFormed(text: string): void {
  try {
    SyntaxValidator.validate(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const { code, line } = error as { code?: unknown; line?: unknown };
    throw invalid(`line ${String(line)}: ${describe(code)}`);
  }
}

function invalid(why: string): StepFailure {
  return new StepFailure('DATA_INVALID', `The XML cannot be read: ${why}`);
}

/** Returns the reason without the document that the library's messages quote. */
function describe(code: unknown): string {
  return code === 'InvalidTag' ? 'an element is not closed, or is closed with another name' : 'it is not well-formed';
}
