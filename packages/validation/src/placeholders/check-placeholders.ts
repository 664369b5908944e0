import { sendablePlaceholders } from '@workflow/components/descriptors';
import type { Definition, Field, Json, JsonObject, ValueShape } from '@workflow/workflow-model';
import { setOwn } from '@workflow/workflow-model';
import { printableKey, SENT, ValueReader, type ParseOutcome, type Reading } from '@workflow/placeholder-values';

/** The normalized values by the caller's keys, or every problem. */
export type PlaceholderOutcome = { ok: true; values: JsonObject } | { ok: false; problems: string[] };
export type PlaceholderCheck = (values: Readonly<Record<string, unknown>>) => PlaceholderOutcome;

/** The maximum number of problems in one refusal. */
const MAX_PROBLEMS = 100;

/** The rule of a dotted key: a value of its type, a list, or nothing if it is an object with fields. */
type Rule = { parse: (value: unknown) => ParseOutcome } | { list: ValueShape } | { example: string };
/** The result of reading one key. A problem follows the name of the key, or is a whole message. */
type Read = { value: Json } | { problem: string } | { problems: string[] };

/**
 * Compiles the check of the values that a caller sends to a component (contract §2.2). Compile it once per definition
 * and component. The check looks up each key, parses its value, and never throws.
 */
export function compilePlaceholderCheck(definition: Definition, componentId: string): PlaceholderCheck {
  return compileFieldsCheck(sendablePlaceholders(definition, componentId));
}

/** Compiles the same check for a list of placeholders. @param reading how to read values that callers do not send */
export function compileFieldsCheck(fields: readonly Field[], reading = SENT): PlaceholderCheck {
  const rules = new Map<string, Rule>();
  addRules(fields, '', reading, rules);
  const longest = Math.max(0, ...Array.from(rules.keys(), ({ length }) => length));
  return (values) => {
    const normalized: JsonObject = {};
    let problems: string[] | null = null;
    for (const key of Object.keys(values)) {
      const rule = rules.get(key);
      const read = rule === undefined ? unknownKey(key, rules, longest) : readBy(rule, values[key], key, reading);
      if ('value' in read) setOwn(normalized, key, read.value);
      else if ('problem' in read) (problems ??= []).push(`${nameOf(key)} ${read.problem}`);
      else (problems ??= []).push(...read.problems);
      if (problems !== null && problems.length >= MAX_PROBLEMS) break;
    }
    return problems === null
      ? { ok: true, values: normalized }
      : { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
  };
}

function readBy(rule: Rule, value: unknown, key: string, reading: Reading): Read {
  if ('example' in rule) return wholeObject(rule.example);
  if ('list' in rule) {
    const checked = new ValueReader(reading, nameOf(key)).read(value, rule.list);
    return checked.ok ? { value: checked.value } : { problems: checked.problems };
  }
  const outcome = rule.parse(value);
  return outcome.ok ? { value: outcome.value } : { problem: outcome.problem };
}

function nameOf(key: string): string {
  return `placeholderValues.${printableKey(key)}`;
}

function addRules(fields: readonly Field[], prefix: string, reading: Reading, rules: Map<string, Rule>): void {
  for (const field of fields) {
    const key = prefix + field.key;
    if (field.type === 'LIST') rules.set(key, { list: field });
    else if (field.type === 'OBJECT') {
      rules.set(key, { example: `${key}.${field.fields?.[0]?.key ?? '<field>'}` });
      addRules(field.fields ?? [], `${key}.`, reading, rules);
    } else rules.set(key, { parse: reading.parsers[field.type] });
  }
}

function wholeObject(example: string): Read {
  return { problem: `must be sent as dotted keys of its fields, such as ${printableKey(example)}` };
}

/**
 * Returns the problem of an unknown key. @param longest the length of the longest known key; no longer part of a key,
 * which may be a megabyte of dots, is looked up
 */
function unknownKey(key: string, rules: ReadonlyMap<string, Rule>, longest: number): Read {
  for (let end = key.lastIndexOf('.', longest); end > 0; end = key.lastIndexOf('.', end - 1)) {
    const parent = rules.get(key.slice(0, end));
    if (parent === undefined) continue;
    return { problem: `is not available: ${printableKey(key.slice(0, end))} has no such field` };
  }
  return { problem: 'is not a placeholder available to the component' };
}
