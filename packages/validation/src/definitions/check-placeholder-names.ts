import { ERROR_PLACEHOLDER, outputsOf } from '@workflow/component-catalog';
import { GATHERED, type Component, type Definition, type DefinitionProblem } from '@workflow/workflow-model';
import { printableKey } from '../printable-key.ts';

/** A name that expressions can use unquoted and dotted keys can start with. */
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Words of JSONata and JavaScript, and the names that a failure and gathered requests have. */
const RESERVED: ReadonlySet<string> = new Set([
  'and',
  'or',
  'in',
  'true',
  'false',
  'null',
  'function',
  '__proto__',
  'constructor',
  'prototype',
  ERROR_PLACEHOLDER,
  GATHERED,
]);

/** Placeholder names are identifiers, and each is produced by one component only. */
export function checkPlaceholderNames({ components }: Definition): DefinitionProblem[] {
  const producers = new Map<string, Component>();
  return components.flatMap((component) => {
    const keys = new Set(outputsOf(component).map((field) => field.key));
    return [...keys].flatMap((key) => {
      const message = nameProblem(key, producers.get(key));
      if (!producers.has(key)) producers.set(key, component);
      return message === null ? [] : [{ componentId: component.id, path: pathOf(component, key), message }];
    });
  });
}

function nameProblem(key: string, producer: Component | undefined): string | null {
  if (!IDENTIFIER.test(key))
    return `the placeholder name ${printableKey(key)} must be letters, digits and _, and not begin with a digit`;
  if (RESERVED.has(key)) return `the placeholder name ${key} is reserved`;
  if (producer !== undefined) return `the placeholder ${key} is produced by ${producer.name || producer.type} as well`;
  return null;
}

function pathOf(component: Component, key: string): string {
  if (component.output === key) return '/output';
  const { placeholders } = component.config;
  const index = Array.isArray(placeholders)
    ? placeholders.findIndex((field) => (field as { key?: unknown } | null)?.key === key)
    : -1;
  return index < 0 ? '/config' : `/config/placeholders/${index}/key`;
}
