import { sendablePlaceholders } from '@workflow/components/descriptors';
import type { Definition, Field, JsonObject } from '@workflow/workflow-model';
import { setOwn } from '@workflow/workflow-model';
import { PARSERS, printableKey, type ParseOutcome, type Parsers } from '@workflow/values';

/** The caller's own keys with normalized values, or every problem. */
export type PlaceholderOutcome = { ok: true; values: JsonObject } | { ok: false; problems: string[] };
export type PlaceholderCheck = (values: Readonly<Record<string, unknown>>) => PlaceholderOutcome;

/** Problems that one refusal names at most. */
const MAX_PROBLEMS = 100;

/** What a dotted key may address: a value of its type, or nothing if it is an object with fields. */
type Rule = { parse: (value: unknown) => ParseOutcome } | { example: string };

/**
 * Compiles the check of the values that a caller sends to a component (spec §2.2). Make it once per definition and
 * component: the check itself looks each key up and parses its value, and throws nothing.
 */
export function compilePlaceholderCheck(definition: Definition, componentId: string): PlaceholderCheck {
  return compileFieldsCheck(sendablePlaceholders(definition, componentId));
}

/** The same for a list of placeholders. @param parsers of values that are not what a caller sends */
export function compileFieldsCheck(fields: readonly Field[], parsers = PARSERS): PlaceholderCheck {
  const rules = new Map<string, Rule>();
  addRules(fields, '', parsers, rules);
  const longest = Math.max(0, ...Array.from(rules.keys(), ({ length }) => length));
  return (values) => {
    const normalized: JsonObject = {};
    let problems: string[] | null = null;
    for (const key of Object.keys(values)) {
      const rule = rules.get(key);
      const outcome =
        rule === undefined
          ? unknownKey(key, rules, longest)
          : 'parse' in rule
            ? rule.parse(values[key])
            : wholeObject(rule.example);
      if (outcome.ok) setOwn(normalized, key, outcome.value);
      else if ((problems ??= []).length < MAX_PROBLEMS)
        problems.push(`placeholderValues.${printableKey(key)} ${outcome.problem}`);
    }
    return problems === null ? { ok: true, values: normalized } : { ok: false, problems };
  };
}

function addRules(fields: readonly Field[], prefix: string, parsers: Parsers, rules: Map<string, Rule>): void {
  for (const field of fields) {
    const key = prefix + field.key;
    if (field.type !== 'OBJECT') {
      rules.set(key, { parse: parsers[field.type] });
      continue;
    }
    rules.set(key, { example: `${key}.${field.fields?.[0]?.key ?? '<field>'}` });
    addRules(field.fields ?? [], `${key}.`, parsers, rules);
  }
}

function wholeObject(example: string): ParseOutcome {
  return { ok: false, problem: `must be sent by the dotted keys of its fields, such as ${printableKey(example)}` };
}

/** @param longest of the keys of `rules`: no longer part of a key, which may be a megabyte of dots, is looked up */
function unknownKey(key: string, rules: ReadonlyMap<string, Rule>, longest: number): ParseOutcome {
  for (let end = key.lastIndexOf('.', longest); end > 0; end = key.lastIndexOf('.', end - 1)) {
    const parent = rules.get(key.slice(0, end));
    if (parent === undefined) continue;
    return { ok: false, problem: `is not available: ${printableKey(key.slice(0, end))} has no such field` };
  }
  return { ok: false, problem: 'is not a placeholder available to the component' };
}
