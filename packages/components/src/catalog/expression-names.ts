import type { Component } from '@workflow/workflow-model';
import { findComponentType, typesGeneration } from './component-types.ts';

/** White space is looked at behind `$` and `.` alone: at every place of a long gap it would be gone over again. */
const NAME = /(?:(?<before>[$.])\s*)?(?<name>[\p{L}_][\p{L}\p{N}_]*)/gu;
/** `$$`, and `$` outside of a path, mean all placeholders: the text does not show which of them are read. */
const WHOLE_INPUT = /\$(?![\p{L}_])/u;

/**
 * The names that a component may read, found without a parser: editors ask at every keystroke, executors for every
 * definition. There may be more names than it reads, never fewer.
 */
export interface NamesRead {
  /** null: it may read anything. */
  names: ReadonlySet<string> | null;
  expressions: string[];
}

/** Component objects never change, and the names of each are needed for every other component. */
let known = new WeakMap<Component, NamesRead>();
let knownSince = typesGeneration();

/** The names in a component's templates and expressions that may be placeholders. */
export function namesRead(component: Component): NamesRead {
  if (knownSince !== typesGeneration()) {
    known = new WeakMap();
    knownSince = typesGeneration();
  }
  const before = known.get(component);
  if (before !== undefined) return before;
  const found = findNamesRead(component);
  known.set(component, found);
  return found;
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

/** Whether a component may read a field of an OBJECT placeholder: the field itself, the whole object, or everything. */
export function mayReadField(component: Component, placeholder: string, field: string): boolean {
  const { names, expressions } = namesRead(component);
  if (names === null) return true;
  return names.has(placeholder) && expressions.some((expression) => namesField(expression, placeholder, field));
}

/** false where every occurrence of the placeholder is followed by the name of another field. */
function namesField(expression: string, placeholder: string, field: string): boolean {
  const escaped = placeholder.replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&');
  const occurrence = new RegExp(
    `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])\`?(?:\\s*\\.\\s*\`?([\\p{L}_][\\p{L}\\p{N}_]*))?`,
    'gu',
  );
  return [...expression.matchAll(occurrence)].some(([, next]) => next === undefined || next === field);
}

/** The text between the braces of each template. An expression may contain `}}` itself, so the last one closes. */
function expressionsIn(template: string): string[] {
  return template
    .split('{{')
    .slice(1)
    .map((part) => part.slice(0, Math.max(0, part.lastIndexOf('}}'))));
}

/** Not the names of fields (`order.total`) and variables (`$total`), unless the expression binds items with `@`. */
function namesIn(expression: string): string[] {
  const hasFocus = expression.includes('@');
  return [...expression.matchAll(NAME)].flatMap(({ groups }) => {
    const { before, name } = groups as { before?: string; name: string };
    return before === undefined || (before === '.' && hasFocus) ? [name] : [];
  });
}
