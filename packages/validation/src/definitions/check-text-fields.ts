import { availablePlaceholders, namesRead } from '@workflow/components/descriptors';
import { TemplateParser, type ParsedExpression } from '@workflow/expressions/parsing';
import { printableKey } from '@workflow/placeholder-values';
import { runInSlices } from '@workflow/sandbox/slices';
import {
  disablingBodies,
  graphOf,
  wrong,
  type Component,
  type Definition,
  type DefinitionProblem,
  type Graph,
} from '@workflow/workflow-model';
import { expressionsOf, templatesOf } from './check-templates.ts';

/**
 * Returns a warning for each path that reads a field of a text, such as `request.body` of a webhook. It never has a
 * value. Takes a definition without problems, and yields to other work of the process in between.
 */
export async function checkTextFields(definition: Definition): Promise<DefinitionProblem[]> {
  return runInSlices(textFieldsOf(disablingBodies(definition)));
}

function* textFieldsOf(definition: Definition): Generator<void, DefinitionProblem[]> {
  const graph = graphOf(definition);
  const parser = new TemplateParser();
  const problems: DefinitionProblem[] = [];
  for (const component of definition.components) {
    const texts = textsReadBy(component, definition, graph);
    yield;
    if (texts.size === 0) continue;
    for (const site of templatesOf(component)) {
      if (site.bounded === true || site.freeNames === true) continue;
      const parsed = yield* expressionsOf(site, parser);
      for (const [name, key] of parsed.ok ? fieldsReadBy(parsed.expressions) : []) {
        if (!texts.has(name) || site.names?.includes(name) === true) continue;
        const values = { placeholder: printableKey(name), key: printableKey(key) };
        const problem = wrong('TEXT_WITHOUT_FIELDS', values);
        problems.push({ componentId: component.id, path: `/config${site.pointer}`, ...problem });
      }
    }
  }
  return problems;
}

/** Returns the texts that a component may read. Most components read none, and their templates are not parsed. */
function textsReadBy(component: Component, definition: Definition, graph: Graph): ReadonlySet<string> {
  const { names, expressions } = namesRead(component);
  if (component.disabled === true || !expressions.some((expression) => expression.includes('.'))) return new Set();
  const texts = availablePlaceholders(definition, component.id, graph).filter(({ type }) => type === 'TEXT');
  return new Set(texts.map(({ key }) => key).filter((key) => names === null || names.has(key)));
}

/** Returns each placeholder with a field that is read of it, once. */
function fieldsReadBy(expressions: readonly ParsedExpression[]): [name: string, field: string][] {
  const read = new Map<string, [string, string]>();
  for (const { path } of expressions.flatMap(({ references }) => references)) {
    const [name, field] = path;
    if (name !== undefined && field !== undefined) read.set(JSON.stringify([name, field]), [name, field]);
  }
  return [...read.values()];
}
