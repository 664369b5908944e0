import type { Component } from '@workflow/workflow-model';
import { findComponentType, typesGeneration } from './component-types.ts';

/**
 * Matches names. It allows white space only after `$` and `.`, because otherwise it would scan a long gap again from
 * every position.
 */
const NAME = /(?:(?<before>[$.])\s*)?(?<name>[\p{L}_][\p{L}\p{N}_]*)/gu;
/**
 * Matches each whole name, and the name that follows it in a path. That name is matched again by itself, because
 * `$x.a.b` may read the field `b` of a placeholder `a`.
 */
const NAME_AND_FIELD = /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)`?(?:\s*\.\s*`?(?=([\p{L}_][\p{L}\p{N}_]*)))?/gu;
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
  const fields = fieldsRead(component, placeholder);
  return fields === null || fields.has(field);
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Returns the fields of an OBJECT placeholder that a component may read, or null if it may read the whole object. */
export function fieldsRead(component: Component, placeholder: string): ReadonlySet<string> | null {
  const read = namesRead(component);
  if (read.names === null) return null;
  if (!read.names.has(placeholder)) return NO_FIELDS;
  const fields = fieldsByName(read).get(placeholder);
  return fields === undefined ? NO_FIELDS : fields;
}

/** The fields of each name in the expressions of a component; null for a name without the name of a field after it. */
const fieldsOfNames = new WeakMap<NamesRead, ReadonlyMap<string, ReadonlySet<string> | null>>();

/** Reads each expression once, because the fields of each component are needed for every other component. */
function fieldsByName(read: NamesRead): ReadonlyMap<string, ReadonlySet<string> | null> {
  const before = fieldsOfNames.get(read);
  if (before !== undefined) return before;
  const byName = new Map<string, Set<string> | null>();
  for (const expression of read.expressions)
    for (const [, name, field] of expression.matchAll(NAME_AND_FIELD)) addField(byName, name as string, field);
  fieldsOfNames.set(read, byName);
  return byName;
}

function addField(byName: Map<string, Set<string> | null>, name: string, field: string | undefined): void {
  const fields = byName.get(name);
  if (fields === null) return;
  if (field === undefined) byName.set(name, null);
  else if (fields === undefined) byName.set(name, new Set([field]));
  else fields.add(field);
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
