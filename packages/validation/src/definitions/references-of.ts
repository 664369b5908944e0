import { findComponentType } from '@workflow/components/descriptors';
import type { ComponentDescriptor, ConfigReference, TemplateSite } from '@workflow/component-kit';
import { TemplateParser } from '@workflow/expressions/parsing';
import { runInTurns } from '@workflow/sandbox/turns';
import type { Component, Definition, Reference, ReferenceKind } from '@workflow/workflow-model';
import { UUID_PATTERN } from '../uuid.ts';

/**
 * Everything of the organization that a definition refers to, each place and target once: by fields with `x-reference`,
 * and secrets by templates and expressions. Disabled components count as absent, and values that are no id of their
 * kind are left to the check of the configuration. Takes any definition of the right shape, and lets other work of the
 * process run in between.
 */
export async function referencesOf(definition: Definition): Promise<Reference[]> {
  return runInTurns(collect(definition));
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
      // Only expressions that call it are parsed once more.
      if (!site.text.includes('$secret')) continue;
      for (const name of new Set(yield* secretsIn(site, parser))) {
        const { pointer } = site;
        found.push(referenceAt(component, descriptor, { kind: 'secret', pointer, value: name, within: null }));
      }
      yield;
    }
  }
  return found;
}

/** By kind: the target in its stored form; null: it cannot be one. */
const STORED_FORM: Record<ReferenceKind, (value: string) => string | null> = {
  secret: (value) => value,
  workflow: idIn,
  component: idIn,
  credential: idIn,
  table: (value) => value,
};

function targetOf({ kind, value, within }: ConfigReference): Pick<ConfigReference, 'value' | 'within'> | null {
  const target = STORED_FORM[kind](value);
  if (target === null) return null;
  return { value: target, within: within === null ? null : idIn(within) };
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
