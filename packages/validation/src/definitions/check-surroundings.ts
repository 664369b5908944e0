import { findComponentType } from '@workflow/components/descriptors';
import type { ConfigReference, ReferenceKind, TemplateSite } from '@workflow/component-kit';
import type { Component, Definition, DefinitionProblem } from '@workflow/workflow-model';
import { printableKey } from '@workflow/values';
import { TemplateParser, runInTurns } from '@workflow/expressions/parsing';
import { UUID_PATTERN } from '../uuid.ts';

/** A workflow that another one may start. */
export interface StartableWorkflow {
  name: string;
  /** In lower case: those that are not disabled, of the published version, or of the draft while there is none. */
  componentIds: ReadonlySet<string>;
}

/** Secrets and workflows of the organization, which the checked definition may name. */
export interface Surroundings {
  /** The names that are secrets of the organization. */
  findSecrets(names: string[]): Promise<ReadonlySet<string>>;
  /** By id in lower case. */
  findWorkflows(ids: string[]): Promise<ReadonlyMap<string, StartableWorkflow>>;
}

/** A place in a component that names something of the organization. */
interface Named<What> {
  component: Component;
  path: string;
  named: What;
}

/**
 * Problems of names that the organization does not have: secrets, in templates and for signatures, and workflows and
 * components that `run-workflow` and `for-each` start. Disabled components count as absent. Takes any
 * definition of the right shape.
 */
export async function checkSurroundings(
  definition: Definition,
  surroundings: Surroundings,
): Promise<DefinitionProblem[]> {
  const components = definition.components.filter(({ disabled }) => disabled !== true);
  const secrets = await runInTurns(secretsNamed(components));
  const targets = components.flatMap(targetsNamed);
  const known = secrets.length === 0 ? null : await surroundings.findSecrets(namesOf(secrets));
  const workflows = targets.length === 0 ? null : await surroundings.findWorkflows(workflowIdsOf(targets));
  return [
    ...secrets
      .filter(({ named }) => known?.has(named) !== true)
      .map((place) => problem(place, `the organization has no secret ${printableKey(place.named)}`)),
    ...targets.flatMap((place) => targetProblem(place, workflows ?? new Map())),
  ];
}

function namesOf(secrets: Named<string>[]): string[] {
  return [...new Set(secrets.map(({ named }) => named))];
}

function problem({ component, path }: Named<unknown>, message: string): DefinitionProblem {
  return { componentId: component.id, path, message };
}

/** Only expressions that call `$secret` are parsed once more. */
function* secretsNamed(components: readonly Component[]): Generator<void, Named<string>[]> {
  const parser = new TemplateParser();
  const found: Named<string>[] = [];
  for (const component of components) {
    const descriptor = findComponentType(component.type);
    if (descriptor === undefined) continue;
    for (const { kind, pointer, value } of descriptor.references(component.config))
      if (kind === 'secret') found.push({ component, path: `/config${pointer}`, named: value });
    for (const site of descriptor.templates(component.config)) {
      if (!site.text.includes('$secret')) continue;
      const path = `/config${site.pointer}`;
      for (const named of new Set(yield* secretsIn(site, parser))) found.push({ component, path, named });
      yield;
    }
  }
  return found;
}

function* secretsIn({ kind, text }: TemplateSite, parser: TemplateParser): Generator<void, string[]> {
  if (kind === 'expression') {
    const parsed = parser.expression(text);
    return parsed.ok ? parsed.value.secretNames : [];
  }
  const parsed = yield* parser.template(text);
  if (!parsed.ok || parsed.value.kind === 'literal') return [];
  const template = parsed.value;
  const expressions =
    template.kind === 'expression' ? [template.expression] : template.parts.filter((part) => typeof part === 'object');
  return expressions.flatMap(({ secretNames }) => secretNames);
}

interface Target {
  workflowId: string;
  component: ConfigReference | null;
}

/** Values that are no UUID are reported by the check of the configuration. */
function targetsNamed(component: Component): Named<Target>[] {
  const references = findComponentType(component.type)?.references(component.config) ?? [];
  const ofKind = (wanted: ReferenceKind) =>
    references.find(({ kind, value }) => kind === wanted && UUID_PATTERN.test(value));
  const workflow = ofKind('workflow');
  if (workflow === undefined) return [];
  const named = { workflowId: workflow.value.toLowerCase(), component: ofKind('component') ?? null };
  return [{ component, path: `/config${workflow.pointer}`, named }];
}

function workflowIdsOf(targets: Named<Target>[]): string[] {
  return [...new Set(targets.map(({ named }) => named.workflowId))];
}

function targetProblem(place: Named<Target>, workflows: ReadonlyMap<string, StartableWorkflow>): DefinitionProblem[] {
  const { workflowId, component } = place.named;
  const workflow = workflows.get(workflowId);
  if (workflow === undefined) return [problem(place, `there is no workflow ${workflowId}`)];
  const componentId = component?.value.toLowerCase();
  if (componentId === undefined || workflow.componentIds.has(componentId)) return [];
  return [
    problem(
      { ...place, path: `/config${component?.pointer}` },
      `the workflow ${workflow.name} has no enabled component ${componentId}`,
    ),
  ];
}
