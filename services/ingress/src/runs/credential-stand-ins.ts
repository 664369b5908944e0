import { findComponentType, outputsOf, unchosenCredentials } from '@workflow/components/descriptors';
import { checkPinnedOutput } from '@workflow/validation';
import type { Component, Field, Json, PinnedOutput, ValueShape } from '@workflow/workflow-model';
import { isTrigger } from './given-outputs.ts';

/**
 * Returns the outputs that a TEST run uses for components whose credential is not chosen yet, by their ids: their
 * `standIn`, otherwise a value invented by the type of the output. A component without either runs, and fails as it
 * would in PROD. A component that calls an operation of an app needs a credential only if the operation does.
 *
 * @param running the components of the run; those with an id in `pinned` already have an output
 * @param unsigned the ids of components whose operation needs a credential that nobody chose
 */
export function credentialStandIns(
  components: readonly Component[],
  running: ReadonlySet<string>,
  pinned: ReadonlySet<string>,
  unsigned: ReadonlySet<string>,
): Record<string, PinnedOutput> {
  const standIns: Record<string, PinnedOutput> = {};
  for (const component of components) {
    if (!running.has(component.id) || pinned.has(component.id) || isTrigger(component)) continue;
    const isUnchosen = callsOperation(component)
      ? unsigned.has(component.id)
      : unchosenCredentials(component).length > 0;
    if (!isUnchosen) continue;
    const checked = checkPinnedOutput(component, component.standIn ?? madeUp(component), component.id);
    if (!checked.ok) continue;
    const { value, port } = checked.value;
    standIns[component.id] = { json: JSON.stringify(value), port, standIn: true };
  }
  return standIns;
}

function callsOperation(component: Component): boolean {
  const operations = findComponentType(component)?.operations(component.config) ?? [];
  return operations.some((used) => used.arguments !== null);
}

function madeUp(component: Component): Json {
  const [shape] = outputsOf({ ...component, output: component.output || 'output' });
  return shape === undefined ? null : valueOf(shape, shape.key);
}

const VALUES: Record<Exclude<ValueShape['type'], 'OBJECT'>, (name: string) => Json> = {
  TEXT: (name) => `stand-in of ${name}`,
  NUMBER: () => 0,
  BOOLEAN: () => false,
  DATE_TIME: () => '2026-01-01T00:00:00Z',
  LIST: () => [],
  JSON: () => [],
  FILE: () => null,
};

function valueOf({ type, fields = [] }: ValueShape, name: string): Json {
  if (type !== 'OBJECT') return VALUES[type](name);
  return Object.fromEntries(fields.map((field: Field) => [field.key, valueOf(field, field.key)]));
}
