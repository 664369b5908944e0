import { isJsonObject } from '@workflow/workflow-model';
import { RE2JS } from 're2js';
import type { JsonSchema } from '@workflow/component-kit';

/** The characters of a pattern. Its automaton grows with them. */
const MAX_PATTERN_LENGTH = 500;

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const oneOf =
  (...choices: readonly string[]) =>
  (value: unknown): boolean =>
    choices.includes(value as string);

/**
 * The keywords that a config's schema may have, and their values. There is no `$ref` of any kind, and no keyword that
 * applies several schemas to one value, because a small schema could then take unlimited time.
 */
const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: oneOf('object', 'array', 'string', 'number', 'integer', 'boolean'),
  title: isText,
  description: isText,
  default: () => true,
  example: () => true,
  enum: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object'),
  nullable: isFlag,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minimum: isNumber,
  maximum: isNumber,
  pattern: isText,
  required: isTexts,
  additionalProperties: (value) => value === false,
  properties: isJsonObject,
  items: isJsonObject,
  'x-control': oneOf('template', 'expression', 'json', 'fields'),
  'x-template': oneOf('value', 'text', 'list', 'url', 'optional'),
  'x-message': isText,
};

/** Returns the problems in the schema of a config, each with its place. */
export function checkConfigSchema(schema: JsonSchema): string[] {
  const problems: string[] = [];
  if (schema['type'] !== 'object' || schema['additionalProperties'] !== false)
    problems.push('configSchema must be of the type object, with additionalProperties false');
  collect(schema, 'configSchema', problems);
  return problems;
}

function collect(schema: JsonSchema, at: string, problems: string[]): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const isFit = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (isFit === undefined) problems.push(`${at} has the keyword ${keyword}, which a manifest may not use`);
    else if (!isFit(value)) problems.push(`${at}.${keyword} has a value that it cannot have`);
    else if (keyword === 'pattern') problems.push(...checkPattern(value as string, at));
    else if (keyword === 'items') collect(value as JsonSchema, `${at}.items`, problems);
    else if (keyword === 'properties') collectProperties(value as Record<string, unknown>, at, problems);
  }
}

function collectProperties(properties: Record<string, unknown>, at: string, problems: string[]): void {
  for (const [key, property] of Object.entries(properties))
    if (isJsonObject(property)) collect(property, `${at}.properties.${key}`, problems);
    else problems.push(`${at}.properties.${key} must be a schema`);
}

/** Accepts only patterns that RE2 accepts, because it matches in linear time. */
function checkPattern(pattern: string, at: string): string[] {
  if (pattern.length > MAX_PATTERN_LENGTH) return [`${at}.pattern has more than ${MAX_PATTERN_LENGTH} characters`];
  try {
    RE2JS.compile(RE2JS.translateRegExp(pattern));
    return [];
  } catch (error) {
    return [`${at}.pattern cannot be matched in linear time (RE2): ${(error as Error).message}`];
  }
}
