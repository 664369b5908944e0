import { findComponentType } from '@workflow/components/descriptors';
import type { JsonSchema } from '@workflow/component-kit';
import type { Component } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';
import { flowFieldOf, flowMessageOf } from './flow-problem.ts';

/** Titles of the fields that every component has. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  output: 'Output',
  retry: 'Retry',
  timeoutSeconds: 'Time-out',
};

/**
 * A path at the beginning of a message, such as `config.fields[0].key`; messages such as `there is no …` have none.
 */
const PATH_FIRST = /^(?!there )[\w$]+(?:[.[][^\s]*)? (?=(?:must|is|may|has) )/;

/** The problem as a sentence that names its field by the title that the form has for it. */
export function problemSentence(problem: Problem, component: Component | undefined): string {
  const { path, message } = problem;
  const field = flowFieldOf(problem);
  if (field !== null) return `${field}: ${predicateOf(flowMessageOf(problem))}`;
  const label = component && labelOf(path, component.type);
  return label && PATH_FIRST.test(message) ? `${label} ${predicateOf(message)}` : capitalized(message);
}

/** The problem beside its field, which needs no name there. */
export function problemAtField(problem: Problem): string {
  const predicate = predicateOf(flowFieldOf(problem) === null ? problem.message : flowMessageOf(problem));
  return predicate === 'is required' ? 'Required' : capitalized(predicate);
}

function predicateOf(message: string): string {
  const predicate = message.replace(PATH_FIRST, '');
  return predicate === 'must not be empty' ? 'is required' : predicate;
}

/** `/config/fields/0/key` as `Field 1: Key`; null when no form has the field. */
function labelOf(path: string, type: string): string | null {
  const [first, ...tokens] = path.split('/').slice(1);
  if (first !== 'config') return OWN_FIELDS[first ?? ''] ?? null;
  const labels: string[] = [];
  let schema: JsonSchema = findComponentType(type)?.configSchema ?? {};
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
