import { availablePlaceholders, findComponentType, outputsOf } from '@workflow/component-catalog';
import type { TemplateSite } from '@workflow/component-catalog';
import type { Component, Definition, DefinitionProblem, Field, Graph } from '@workflow/workflow-model';
import type { Checked } from '../checked.ts';
import { printableKey } from '../printable-key.ts';
import { parseExpression } from '../templates/parse-expression.ts';
import type { ParsedExpression } from '../templates/parse-expression.ts';
import { parseTemplate } from '../templates/parse-template.ts';

/** Templates and expressions parse, and read only what is available where they stand. */
export function checkTemplates(definition: Definition, graph: Graph): DefinitionProblem[] {
  const producers = new Map<string, Component>();
  for (const component of definition.components) {
    for (const { key } of outputsOf(component)) if (!producers.has(key)) producers.set(key, component);
  }
  return definition.components.flatMap((component) => {
    const sites = templatesOf(component);
    if (sites.length === 0) return [];
    const available = availablePlaceholders(definition, component.id, graph);
    return sites.flatMap((site) =>
      siteProblems(site, available, producers).map((message) => ({ componentId: component.id, path: `/config${site.pointer}`, message })),
    );
  });
}

/** Strings without a template in them need no check. */
function templatesOf(component: Component): TemplateSite[] {
  const sites = findComponentType(component.type)?.templates(component.config) ?? [];
  return sites.filter((site) => site.kind === 'expression' || site.text.includes('{{'));
}

function siteProblems(site: TemplateSite, available: Field[], producers: ReadonlyMap<string, Component>): string[] {
  const parsed = expressionsOf(site);
  if (!parsed.ok) return parsed.problems;
  const problems = parsed.value.flatMap(({ references }) => references.map(({ path }) => referenceProblem(path, available, producers)));
  return [...new Set(problems.filter((problem) => problem !== null))];
}

/** The expressions in a template string, or the one that an expression is. */
export function expressionsOf(site: TemplateSite): Checked<ParsedExpression[]> {
  if (site.kind === 'expression') {
    const parsed = parseExpression(site.text);
    return parsed.ok ? { ok: true, value: [parsed.value] } : parsed;
  }
  const parsed = parseTemplate(site.text);
  if (!parsed.ok) return parsed;
  const template = parsed.value;
  if (template.kind === 'literal') return { ok: true, value: [] };
  return { ok: true, value: template.kind === 'expression' ? [template.expression] : template.parts.filter((part) => typeof part === 'object') };
}

function referenceProblem(path: string[], available: Field[], producers: ReadonlyMap<string, Component>): string | null {
  const [name = '', ...rest] = path;
  const field = available.find((candidate) => candidate.key === name);
  if (field !== undefined) return fieldProblem(field, name, rest);
  const producer = producers.get(name);
  if (producer === undefined) return `there is no placeholder ${printableKey(name)}`;
  return `the placeholder ${name} is not available here: ${producer.name || producer.type} does not come before this component`;
}

/** Fields of an OBJECT are known; other types are not looked into. */
function fieldProblem(field: Field, name: string, rest: string[]): string | null {
  const [key, ...deeper] = rest;
  if (key === undefined || field.type !== 'OBJECT') return null;
  const child = field.fields?.find((candidate) => candidate.key === key);
  return child === undefined ? `the placeholder ${name} has no field ${printableKey(key)}` : fieldProblem(child, `${name}.${key}`, deeper);
}
