import { availablePlaceholders, findComponentType, outputsOf } from '@workflow/components/descriptors';
import type { TemplateSite } from '@workflow/component-kit';
import { fieldsWithin } from '@workflow/workflow-model';
import type { Component, Definition, DefinitionProblem, Field, Graph, Checked } from '@workflow/workflow-model';
import { printableKey } from '@workflow/values';
import { nameOf } from '../schemas/describe-schema-errors.ts';
import type { ParsedExpression } from '@workflow/expressions/parsing';
import { TemplateParser } from '@workflow/expressions/parsing';

/**
 * Templates and expressions must parse, and may only read placeholders available to their component. In steps of one
 * expression or component.
 */
export function* checkTemplates(definition: Definition, graph: Graph): Generator<void, DefinitionProblem[]> {
  const producers = new Map<string, Component>();
  for (const component of definition.components) {
    for (const { key } of outputsOf(component)) if (!producers.has(key)) producers.set(key, component);
  }
  const parser = new TemplateParser();
  const problems: DefinitionProblem[] = [];
  for (const component of definition.components) {
    const sites = templatesOf(component);
    if (sites.length === 0) continue;
    const available = new Map<string, Field>();
    for (const field of availablePlaceholders(definition, component.id, graph))
      if (!available.has(field.key)) available.set(field.key, field);
    yield;
    for (const site of sites) {
      for (const message of siteProblems(yield* expressionsOf(site, parser), available, producers))
        problems.push({ componentId: component.id, path: `/config${site.pointer}`, message });
      yield;
    }
  }
  return problems;
}

/** Strings without a template in them need no check, and nothing of what does not run; '' is the schema's problem. */
function templatesOf(component: Component): TemplateSite[] {
  if (component.disabled === true) return [];
  const sites = findComponentType(component.type)?.templates(component.config) ?? [];
  return sites.filter(({ kind, text }) => (kind === 'expression' ? text !== '' : text.includes('{{')));
}

function siteProblems(
  parsed: Checked<ParsedExpression[]>,
  available: ReadonlyMap<string, Field>,
  producers: ReadonlyMap<string, Component>,
): string[] {
  if (!parsed.ok) return parsed.problems;
  const problems = parsed.value.flatMap(({ references }) =>
    references.map(({ path }) => referenceProblem(path, available, producers)),
  );
  return [...new Set(problems.filter((problem) => problem !== null))];
}

/** The expressions in a template string, or the one that an expression is. */
function* expressionsOf(site: TemplateSite, parser: TemplateParser): Generator<void, Checked<ParsedExpression[]>> {
  if (site.kind === 'expression') {
    if (site.text.trim() === '')
      return { ok: false, problems: [`${nameOf(`/config${site.pointer}`)} must not be empty`] };
    const parsed = parser.expression(site.text);
    return parsed.ok ? { ok: true, value: [parsed.value] } : parsed;
  }
  const parsed = yield* parser.template(site.text);
  if (!parsed.ok) return parsed;
  const template = parsed.value;
  if (template.kind === 'literal') return { ok: true, value: [] };
  return {
    ok: true,
    value:
      template.kind === 'expression'
        ? [template.expression]
        : template.parts.filter((part) => typeof part === 'object'),
  };
}

function referenceProblem(
  path: string[],
  available: ReadonlyMap<string, Field>,
  producers: ReadonlyMap<string, Component>,
): string | null {
  const [name = '', ...rest] = path;
  const field = available.get(name);
  if (field !== undefined) return fieldProblem(field, name, rest);
  const producer = producers.get(name);
  if (producer === undefined) return `there is no placeholder ${printableKey(name)}`;
  return (
    `the placeholder ${name} is not available here: ${producer.name || producer.type} does not come ` +
    'before this component'
  );
}

/** Fields of an OBJECT, and of the items of a list, are known; other types are not checked inside. */
function fieldProblem(field: Field, name: string, rest: string[]): string | null {
  const [key, ...deeper] = rest;
  const within = fieldsWithin(field);
  if (key === undefined || within === null) return null;
  const child = within.find((candidate) => candidate.key === key);
  return child === undefined
    ? `${field.type === 'LIST' ? `an item of ${name}` : `the placeholder ${name}`} has no field ${printableKey(key)}`
    : fieldProblem(child, `${name}.${key}`, deeper);
}
