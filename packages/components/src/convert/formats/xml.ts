import { decodeXML } from 'entities';
import Builder from 'fast-xml-builder';
import { XMLParser } from 'fast-xml-parser';
import { SyntaxValidator } from 'fast-xml-validator';
import { isObject } from '@workflow/component-kit';
import { StepFailure, type Json } from '@workflow/workflow-model';
import type { Format } from './format.ts';

const NAMES = { attributeNamePrefix: '@', textNodeName: '#text', ignoreAttributes: false } as const;
/** https://www.w3.org/TR/xml/#NT-Name, nearly. */
const NAME = /^[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*$/u;

const parser = new XMLParser({
  ...NAMES,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // The five names of XML, and characters by their numbers.
  entityDecoder: {
    decode: decodeXML,
    reset() {},
    setXmlVersion() {},
    addInputEntities() {},
    setExternalEntities() {},
  },
});

export const xml: Format = {
  /** Elements as objects; one that is repeated is a list. */
  read(text) {
    // Those that a document declares can be made to multiply.
    if (/<!ENTITY\b/i.test(text)) throw invalid('it declares entities of its own');
    requireWellFormed(text);
    try {
      return parser.parse(text) as Json;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      throw invalid('it has names or references that are not allowed');
    }
  },

  /** An object with the root element as its one key. */
  write(value) {
    const roots = isObject(value) ? Object.keys(value) : [];
    const [root] = roots;
    if (!isObject(value) || root === undefined || roots.length > 1 || Array.isArray(value[root]))
      throw new StepFailure('DATA_INVALID', 'XML is written from an object with one key, its root element');
    checkNames(value);
    return new Builder({ ...NAMES, format: true, suppressEmptyNode: true }).build(withTexts(value));
  },
};

/** The parser takes what is not. */
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
  return new StepFailure('DATA_INVALID', `the XML cannot be read: ${why}`);
}

/** The library's messages quote the document. */
function describe(code: unknown): string {
  return code === 'InvalidTag' ? 'an element is not closed, or closed by another name' : 'it is not well formed';
}

/** Names are written as they are, so that one with an angle bracket would write elements of its own. */
function checkNames(value: Json): void {
  if (Array.isArray(value)) for (const item of value) checkNames(item);
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    const name = key.startsWith('@') ? key.slice(1) : key;
    if (key !== '#text' && !NAME.test(name))
      throw new StepFailure('DATA_INVALID', `${JSON.stringify(key)} is no name of an element or an attribute`);
    checkNames(value[key] as Json);
  }
}

/** Nothing is an empty element. */
function withTexts(value: Json): Json {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(withTexts);
  if (!isObject(value)) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one)]));
}
