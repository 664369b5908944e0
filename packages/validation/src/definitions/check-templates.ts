import { askersOf, availablePlaceholders, findComponentType, outputsOf } from '@workflow/components/descriptors';
import type { TemplateSite } from '@workflow/component-kit';
import {
  fieldsWithin,
  wrong,
  type Component,
  type Definition,
  type DefinitionProblem,
  type Field,
  type Graph,
  type Wrong,
} from '@workflow/workflow-model';
import { printableKey } from '@workflow/placeholder-values';
import { boundProblem } from './check-key-expression.ts';
import { nameOf } from '../schemas/describe-schema-errors.ts';
import type { ParsedExpression } from '@workflow/expressions/parsing';
import { TemplateParser } from '@workflow/expressions/parsing';

/**
 * Checks that templates and expressions parse and read only placeholders that are available to their component. Yields
 * after each expression or component.
 */
export function* checkTemplates(definition: Definition, graph: Graph): Generator<void, DefinitionProblem[]> {
  const producers = new Map<string, Component>();
  for (const component of definition.components) {
    for (const { key } of outputsOf(component)) if (!producers.has(key)) producers.set(key, component);
  }
  const parser = new TemplateParser();
  const problems: DefinitionProblem[] = [];
  const askers = new Map<string | undefined, ReturnType<typeof askersOf>>();
  for (const component of definition.components) {
    const sites = templatesOf(component);
    if (sites.length === 0) continue;
    const { within } = component;
    // The session of an item asks its own questions alone.
    const own =
      askers.get(within) ?? askersOf({ components: definition.components.filter((one) => one.within === within) });
    askers.set(within, own);
    const named = { producers, askers: own };
    const available = new Map<string, Field>();
    for (const field of availablePlaceholders(definition, component.id, graph))
      if (!available.has(field.key)) available.set(field.key, field);
    yield;
    for (const site of sites) {
      const parsed = yield* expressionsOf(site, parser);
      const found =
        site.bounded === true
          ? boundedProblems(parsed, site)
          : siteProblems(parsed, withNames(available, site), { ...named, ...site });
      for (const problem of found)
        problems.push({ componentId: component.id, path: `/config${site.pointer}`, ...problem });
      yield;
    }
  }
  return problems;
}

/**
 * Returns the templates to check. Strings without a template and disabled components need no check, and the schema
 * reports empty strings.
 */
export function templatesOf(component: Component): TemplateSite[] {
  if (component.disabled === true) return [];
  const sites = findComponentType(component)?.templates(component.config) ?? [];
  return sites.filter(({ kind, text }) => (kind === 'expression' ? text !== '' : text.includes('{{')));
}

/** Returns the names that a site can read: the names of its field, then the placeholders. */
function withNames(available: ReadonlyMap<string, Field>, { names = [] }: TemplateSite): ReadonlyMap<string, Field> {
  if (names.length === 0) return available;
  return new Map([...available, ...names.map((key): [string, Field] => [key, { key, type: 'JSON' }])]);
}

/** The targets of names in templates: components by the placeholders that they produce, and components that ask. */
interface Named {
  producers: ReadonlyMap<string, Component>;
  askers: ReadonlyMap<string, string | null>;
  /** True if names that no component produces may be known when it runs. */
  freeNames?: boolean;
}

type Parsed = { ok: true; expressions: ParsedExpression[] } | { ok: false; problems: Wrong[] };

function siteProblems(
  parsed: Parsed,
  available: ReadonlyMap<string, Field>,
  { producers, askers, freeNames = false }: Named,
): Wrong[] {
  if (!parsed.ok) return parsed.problems;
  const problems = new Map<string, Wrong>();
  for (const { path } of parsed.expressions.flatMap(({ references }) => references)) {
    if (freeNames && !producers.has(path[0] ?? '')) continue;
    const problem = referenceProblem(path, available, producers);
    if (problem !== null) problems.set(problem.message, problem);
  }
  for (const { kind, name } of parsed.expressions.flatMap(({ addresses }) => addresses)) {
    const asker = askers.get(`${kind} ${name}`);
    const values = { what: kind === 'callback' ? 'a callback' : 'an approval', name: printableKey(name) };
    if (asker === undefined) problems.set(`${kind} ${name}`, wrong('ADDRESS_UNKNOWN', values));
    if (asker === null) problems.set(`${kind} ${name}`, wrong('ADDRESS_AMBIGUOUS', values));
  }
  return [...problems.values()];
}

/** Returns the problems of an expression that is evaluated before a session exists. It can read only its own names. */
function boundedProblems(parsed: Parsed, { names = [], pointer }: TemplateSite): Wrong[] {
  if (!parsed.ok) return parsed.problems;
  const field = `config.${nameOf(pointer)}`;
  return parsed.expressions.flatMap((expression) => {
    const read = new Set(expression.references.map(({ path: [name = ''] }) => name));
    const unknown = [...read].filter((name) => !names.includes(name));
    const unbounded = boundProblem(expression, field) ?? [];
    const known = names.join(', ');
    return unknown.map((name) => wrong('NAME_UNKNOWN', { field, name: printableKey(name), known })).concat(unbounded);
  });
}

const unparsed = (reasons: string[]): Parsed => ({
  ok: false,
  problems: reasons.map((reason) => wrong('EXPRESSION_INVALID', { reason })),
});

/** Yields the expressions in a template, or the expression itself. */
export function* expressionsOf(site: TemplateSite, parser: TemplateParser): Generator<void, Parsed> {
  if (site.kind === 'expression') {
    if (site.text.trim() === '')
      return { ok: false, problems: [wrong('EMPTY', { field: nameOf(`/config${site.pointer}`) })] };
    const parsed = parser.expression(site.text);
    return parsed.ok ? { ok: true, expressions: [parsed.value] } : unparsed(parsed.problems);
  }
  const parsed = yield* parser.template(site.text);
  if (!parsed.ok) return unparsed(parsed.problems);
  const template = parsed.value;
  if (template.kind === 'literal') return { ok: true, expressions: [] };
  return {
    ok: true,
    expressions:
      template.kind === 'expression'
        ? [template.expression]
        : template.parts.filter((part) => typeof part === 'object'),
  };
}

function referenceProblem(
  path: string[],
  available: ReadonlyMap<string, Field>,
  producers: ReadonlyMap<string, Component>,
): Wrong | null {
  const [name = '', ...rest] = path;
  const field = available.get(name);
  if (field !== undefined) return fieldProblem(field, name, rest);
  const producer = producers.get(name);
  if (producer === undefined) return wrong('PLACEHOLDER_UNKNOWN', { placeholder: printableKey(name) });
  return wrong('PLACEHOLDER_NOT_AVAILABLE', { placeholder: name, producer: producer.name || producer.type });
}

/** Reports an unknown field of an OBJECT or of the items of a list. Other types have no declared fields. */
function fieldProblem(field: Field, name: string, rest: string[]): Wrong | null {
  const [key, ...deeper] = rest;
  const within = fieldsWithin(field);
  if (key === undefined || within === null) return null;
  const child = within.find((candidate) => candidate.key === key);
  return child === undefined
    ? wrong(field.type === 'LIST' ? 'ITEM_FIELD_UNKNOWN' : 'PLACEHOLDER_FIELD_UNKNOWN', {
        placeholder: name,
        key: printableKey(key),
      })
    : fieldProblem(child, `${name}.${key}`, deeper);
}
