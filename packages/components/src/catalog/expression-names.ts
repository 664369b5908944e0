import type { Component } from '@workflow/workflow-model';
import { findComponentType, typesGeneration } from './component-types.ts';

/**
 * Matches names. It allows white space only after `$` and `.`, because otherwise it would scan a long gap again from
 * every position.
 */
const NAME = /(?:(?<before>[$.])\s*)?(?<name>[\p{L}_][\p{L}\p{N}_]*)/gu;
/**
 * Matches `$$`, and `$` outside of a path. They mean all placeholders, so the text does not show which of them are
 * read.
 */
const WHOLE_INPUT = /\$(?![\p{L}_])/u;

/**
 * The names that a component may read, found without a parser, because editors need them at every keystroke and
 * executors for every definition. It can contain more names than the component reads, never fewer.
 */
export interface NamesRead {
  /** The names; null if it may read anything. */
  names: ReadonlySet<string> | null;
  expressions: string[];
}

/**
 * Caches the names, because component objects never change and the names of each are needed for every other component.
 */
let namesByComponent = new WeakMap<Component, NamesRead>();
let knownSince = typesGeneration();

/** Returns the names in a component's templates and expressions that can be placeholders. */
export function namesRead(component: Component): NamesRead {
  if (knownSince !== typesGeneration()) {
    namesByComponent = new WeakMap();
    knownSince = typesGeneration();
  }
  const before = namesByComponent.get(component);
  if (before !== undefined) return before;
  const names = findNamesRead(component);
  namesByComponent.set(component, names);
  return names;
}

function findNamesRead(component: Component): NamesRead {
  const descriptor = findComponentType(component);
  if (descriptor === undefined) return { names: new Set(), expressions: [] };
  const expressions = descriptor
    .templates(component.config)
    .flatMap(({ kind, text }) => (kind === 'expression' ? [text] : expressionsIn(text)));
  const readsAll =
    descriptor.programs(component.config).length > 0 || expressions.some((expression) => WHOLE_INPUT.test(expression));
  return { names: readsAll ? null : new Set(expressions.flatMap(namesIn)), expressions };
}

/**
 * Returns true if a component may read a field of an OBJECT placeholder: the field itself, the whole object, or
 * everything.
 */
export function mayReadField(component: Component, placeholder: string, field: string): boolean {
  const { names, expressions } = namesRead(component);
  if (names === null) return true;
  return names.has(placeholder) && expressions.some((expression) => namesField(expression, placeholder, field));
}

/** Returns false if every occurrence of the placeholder is followed by the name of another field. */
function namesField(expression: string, placeholder: string, field: string): boolean {
  const escaped = placeholder.replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&');
  const occurrence = new RegExp(
    `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])\`?(?:\\s*\\.\\s*\`?([\\p{L}_][\\p{L}\\p{N}_]*))?`,
    'gu',
  );
  return [...expression.matchAll(occurrence)].some(([, next]) => next === undefined || next === field);
}

/** Returns the text between the braces of each template. An expression can contain `}}`, so the last one closes. */
function expressionsIn(template: string): string[] {
  return template
    .split('{{')
    .slice(1)
    .map((part) => part.slice(0, Math.max(0, part.lastIndexOf('}}'))));
}

/**
 * Returns the names, without names of fields (`order.total`) and variables (`$total`), unless the expression binds
 * items with `@`.
 */
function namesIn(expression: string): string[] {
  const hasFocus = expression.includes('@');
  return [...expression.matchAll(NAME)].flatMap(({ groups }) => {
    const { before, name } = groups as { before?: string; name: string };
    return before === undefined || (before === '.' && hasFocus) ? [name] : [];
  });
}
