import { findComponentType } from '@workflow/components/descriptors';
import type { ComponentDescriptor, ConfigReference } from '@workflow/component-kit';
import { TemplateParser } from '@workflow/expressions/parsing';
import { runInSlices } from '@workflow/sandbox/slices';
import {
  disablingBodies,
  type Component,
  type Definition,
  type Reference,
  type ReferenceKind,
} from '@workflow/workflow-model';
import { UUID_PATTERN } from '../uuid.ts';
import { expressionsOf } from './check-templates.ts';

/**
 * Returns all references of a definition to objects of the organization, each place and target once: fields with
 * `x-reference`, and secrets in templates and expressions. Disabled components are ignored, and malformed ids are left
 * to the check of the configuration. Accepts any definition of the right shape, and yields to other work of the process
 * in between.
 */
export async function referencesOf(definition: Definition): Promise<Reference[]> {
  return runInSlices(collect(disablingBodies(definition)));
}

function* collect({ components }: Definition): Generator<void, Reference[]> {
  const parser = new TemplateParser();
  const found: Reference[] = [];
  for (const component of components) {
    const descriptor = component.disabled === true ? undefined : findComponentType(component);
    if (descriptor === undefined) continue;
    for (const reference of descriptor.references(component.config)) {
      const target = targetOf(reference);
      if (target !== null) found.push(referenceAt(component, descriptor, { ...reference, ...target }));
    }
    for (const site of descriptor.templates(component.config)) {
      // Only expressions that call it are parsed again.
      if (!site.text.includes('$secret')) continue;
      const { pointer } = site;
      const parsed = yield* expressionsOf(site, parser);
      const expressions = parsed.ok ? parsed.expressions : [];
      for (const name of new Set(expressions.flatMap(({ secretNames }) => secretNames)))
        found.push(referenceAt(component, descriptor, { kind: 'secret', pointer, value: name, within: null }));
      yield;
    }
  }
  return found;
}

/** Converts a target to its stored form, by kind. Null if it is malformed. */
const STORED_FORM: Record<ReferenceKind, (value: string, within: string | null) => string | null> = {
  secret: givenName,
  workflow: idIn,
  component: idIn,
  credential: idIn,
  table: givenName,
  app: idIn,
  operation: (key, app) => (app === null || idIn(app) === null ? null : `${idIn(app)} ${key}`),
};

function targetOf({ kind, value, within }: ConfigReference): Pick<ConfigReference, 'value' | 'within'> | null {
  const target = STORED_FORM[kind](value, within);
  if (target === null) return null;
  return { value: target, within: within === null ? null : idIn(within) };
}

/** An empty name is reported as a missing value of its field. */
function givenName(value: string): string | null {
  return value === '' ? null : value;
}

function idIn(value: string): string | null {
  return UUID_PATTERN.test(value) ? value.toLowerCase() : null;
}

function referenceAt(
  { id, config }: Component,
  descriptor: ComponentDescriptor,
  { kind, pointer, value, within, types }: ConfigReference,
): Reference {
  const waits = kind === 'workflow' && descriptor.waitsForSessions(config);
  const place = { componentId: id, path: `/config${pointer}`, kind, target: value, within, waits };
  return types === undefined ? place : { ...place, types };
}
