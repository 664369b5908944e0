import { ERROR_PLACEHOLDER, outputsOf } from '@workflow/components/descriptors';
import {
  GATHERED,
  wrong,
  type Component,
  type Definition,
  type DefinitionProblem,
  type Wrong,
} from '@workflow/workflow-model';
import { printableKey } from '@workflow/placeholder-values';

/** Matches names that expressions can use without quotes and dotted keys can begin with. */
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Words of JSONata and JavaScript, and the names that failures and gathered requests use. */
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

/** Checks that placeholder names are identifiers, and that only one component produces each. */
export function checkPlaceholderNames({ components }: Definition): DefinitionProblem[] {
  const producers = new Map<string, Component>();
  return components.flatMap((component) => {
    const keys = new Set(outputsOf(component).map((field) => field.key));
    const places = placesOf(component);
    return [...keys].flatMap((key) => {
      const problem = nameProblem(key, producers.get(key));
      if (!producers.has(key)) producers.set(key, component);
      return problem === null ? [] : [{ componentId: component.id, path: places.get(key) ?? '/config', ...problem }];
    });
  });
}

function nameProblem(key: string, producer: Component | undefined): Wrong | null {
  if (!IDENTIFIER.test(key)) return wrong('PLACEHOLDER_NAME_INVALID', { placeholder: printableKey(key) });
  if (RESERVED.has(key)) return wrong('PLACEHOLDER_NAME_RESERVED', { placeholder: key });
  if (producer !== undefined)
    return wrong('PLACEHOLDER_TWICE', { placeholder: key, producer: producer.name || producer.type });
  return null;
}

/**
 * Returns the JSON pointers to the names of a component's placeholders. If a name occurs twice, the first one counts.
 */
function placesOf({ config, output }: Component): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  if (output !== undefined) places.set(output, '/output');
  const placeholders: unknown[] = Array.isArray(config.placeholders) ? config.placeholders : [];
  for (const [index, field] of placeholders.entries()) {
    const key = (field as { key?: unknown } | null)?.key;
    if (typeof key === 'string' && !places.has(key)) places.set(key, `/config/placeholders/${index}/key`);
  }
  return places;
}
