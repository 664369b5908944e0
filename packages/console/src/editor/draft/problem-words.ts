import { findComponentType } from '@workflow/components/descriptors';
import type { JsonSchema } from '@workflow/component-kit';
import { fieldRule, isProblemCode, type Component, type ProblemCode } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';
import { flowFieldOf } from './flow-problem.ts';

/** Titles of the fields that every component has. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  output: 'Output',
  retry: 'Retry',
  timeoutSeconds: 'Timeout',
  version: 'Version',
};

/** Rules that a form words differently from the API. */
const OWN_RULES: Readonly<Partial<Record<ProblemCode, string>>> = {
  EMPTY: 'is required',
  ON_LIMIT_CONFLICT: 'must be “Wait” while sessions run in order or requests are gathered',
};

/** The problem as a sentence that names its field by the title that the form has for it. */
export function problemSentence(problem: Problem, component: Component | undefined): string {
  const rule = ruleOf(problem);
  const field = flowFieldOf(problem);
  if (field !== null) return `${field}: ${rule ?? problem.message}`;
  const label = component && labelOf(problem.path, component);
  return label && rule !== null ? `${label} ${rule}` : capitalized(problem.message);
}

/** Returns the problem as it is shown at its field, without the field's name. */
export function problemAtField(problem: Problem): string {
  const rule = ruleOf(problem);
  return rule === 'is required' ? 'Required' : capitalized(rule ?? problem.message);
}

/** Returns the rule that the field breaks, to follow its name; null without a field or for an unknown code. */
function ruleOf({ code, values }: Problem): string | null {
  const rule = isProblemCode(code) ? (OWN_RULES[code] ?? fieldRule(code, values)) : null;
  // The form shows the field only with the choice that requires it, which it names by its label.
  return rule?.startsWith('is required with ') === true ? 'is required' : rule;
}

/** Returns the message of a failed run. It begins with the form's name for the field, where it names `config.url`. */
export function failureInWords(message: string, component: Component | undefined): string {
  const [named, keys] = /^config((?:\.\w+|\[\d+\])+)(?= )/.exec(message) ?? [];
  if (named === undefined || keys === undefined || component === undefined) return message;
  const label = labelOf(`/config${keys.replaceAll(/[.[]/g, '/').replaceAll(']', '')}`, component);
  return label === null ? message : label + message.slice(named.length);
}

/** `/config/fields/0/key` as `Field 1: Key`; null when no form has the field. */
export function labelOf(path: string, component: Component): string | null {
  const [first, ...tokens] = path.split('/').slice(1);
  if (first !== 'config') return OWN_FIELDS[first ?? ''] ?? null;
  const labels: string[] = [];
  let schema: JsonSchema = findComponentType(component)?.configSchema ?? {};
  for (const token of tokens) {
    const isItem = /^\d+$/.test(token) && 'items' in schema;
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
    const next = isItem ? (schema['items'] as JsonSchema) : properties[token];
    if (!next) break;
    if (isItem) labels.splice(-1, 1, `${String(next['title'] ?? 'Entry')} ${Number(token) + 1}`);
    else labels.push(String(next['title'] ?? token));
    schema = next;
  }
  return labels.length === 0 ? null : labels.join(': ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
