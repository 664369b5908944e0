import { fieldsRead, findComponentType, namesRead, outputsOf } from '@workflow/components/descriptors';
import {
  addToList,
  beginningsOfBodies,
  enclosingComponents,
  endingAt,
  GATHERED,
  planWalk,
  withinBodiesOf,
  type Component,
  type ComponentChange,
  type Definition,
  type DefinitionMove,
  type JsonObject,
  type WalkPlan,
} from '@workflow/workflow-model';
import { compileGivenValuesCheck } from '../placeholders/check-given-values.ts';
import { isSameJson } from './same-json.ts';

/**
 * Compares the parts of two definitions that sessions run which started at a component. A component is unchanged if its
 * type, its version and its config are the same, and so are its inputs: the connections that lead to it, their
 * components, and the producers of the placeholders that it reads. A body is part of the component that contains it.
 * Names, positions, retries and timeouts do not matter.
 */
export function compareDefinitions(before: Definition, after: Definition, startComponentId: string): DefinitionMove {
  const start = after.components.find(({ id }) => id === startComponentId);
  if (start === undefined) {
    const name = nameOf(before, startComponentId);
    return { kind: 'impossible', reason: `it has no component '${name}', where the session started` };
  }
  if (start.disabled === true)
    return {
      kind: 'impossible',
      reason: `its component '${nameOf(after, startComponentId)}', where the session started, is disabled`,
    };
  const check = compileGivenValuesCheck(after, startComponentId);
  const parts = [partOf(before, startComponentId), partOf(after, startComponentId)] as const;
  const loops = loopsWithChangedBody(...parts);
  return {
    kind: 'possible',
    changes: changesBetween(...parts, loops),
    changedBodies: beginningsOfBodies(after).flatMap(({ id, within }) => (loops.has(within) ? [id] : [])),
    check({ [GATHERED]: _gathered, ...values }: Readonly<JsonObject>) {
      const outcome = check(values);
      return outcome.ok ? [] : outcome.problems;
    },
  };
}

/** The part of a definition that sessions run which started at a component. */
interface Part {
  definition: Definition;
  plan: WalkPlan;
  components: ReadonlyMap<string, Component>;
  /** The components in their bodies. */
  inner: readonly Component[];
  /** The components in the body of each component, at any depth. */
  bodies: ReadonlyMap<string, readonly Component[]>;
  /** The connections that lead to each component, as `<id> <port>`. */
  inputs: ReadonlyMap<string, ReadonlySet<string>>;
  /** The component that produces each placeholder. */
  producers: ReadonlyMap<string, string>;
}

function partOf(definition: Definition, startComponentId: string): Part {
  const isAlone = definition.test?.onlyThisComponent === true;
  const plan = planWalk(isAlone ? endingAt(definition, startComponentId) : definition, startComponentId);
  const components = definition.components.filter(({ id }) => plan.numberOf.has(id));
  const inputs = new Map(plan.componentIds.map((id) => [id, new Set<string>()]));
  for (const [number, outgoing] of plan.outgoing.entries())
    for (const { port, to } of outgoing)
      inputs.get(plan.componentIds[to] as string)?.add(`${plan.componentIds[number]} ${port}`);
  const inner = withinBodiesOf(definition, new Set(plan.componentIds));
  return {
    definition,
    plan,
    components: new Map(components.map((component) => [component.id, component])),
    inner,
    bodies: bodiesOf(definition, inner),
    inputs,
    producers: new Map(
      components.flatMap((component) => outputsOf(component).map(({ key }) => [key, component.id] as const)),
    ),
  };
}

function changesBetween(before: Part, after: Part, changedLoops: ReadonlySet<string>): ComponentChange[] {
  const changes = new Map<string, ComponentChange['change']>();
  const newlyRead = fieldsNewlyRead(before, after);
  /** Components after one whose placeholder was renamed. */
  const afterRenamed = new Set<string>();
  for (const id of forwards(after)) {
    const component = after.components.get(id) as Component;
    const earlier = before.components.get(id);
    const inputs = after.inputs.get(id) as ReadonlySet<string>;
    const sources = [...inputs].map((input) => input.slice(0, input.indexOf(' ')));
    if (sources.some((source) => afterRenamed.has(source) || isRenamed(before, after, source))) afterRenamed.add(id);
    if (earlier === undefined) changes.set(id, 'added');
    else if (!isSame(earlier, component) || changedLoops.has(id) || newlyRead.has(id)) changes.set(id, 'changed');
    else if (
      sources.some((source) => changes.has(source)) ||
      !isSameSet(before.inputs.get(id), inputs) ||
      [component, ...bodyOf(after, id)].some((one) => readsOthers(before, after, one, afterRenamed.has(id)))
    )
      changes.set(id, 'inputs-changed');
  }
  const ids = [...after.plan.componentIds].filter((id) => changes.has(id));
  const removed = before.plan.componentIds.filter((id) => !after.components.has(id));
  return [
    ...ids.map((id) => changeOf(after, id, changes.get(id) as ComponentChange['change'])),
    ...removed.map((id) => changeOf(before, id, 'removed')),
  ];
}

function changeOf({ definition }: Part, componentId: string, change: ComponentChange['change']): ComponentChange {
  return { componentId, name: nameOf(definition, componentId), change };
}

/**
 * Returns the components of a part so that every connection points forward. Components in a cycle, which a draft can
 * have, are last.
 */
function forwards({ plan }: Part): string[] {
  const missing = [...plan.incomingCount];
  const order = [0];
  for (const number of order)
    for (const { to } of plan.outgoing[number] ?? []) {
      missing[to] = (missing[to] ?? 0) - 1;
      if (missing[to] === 0) order.push(to);
    }
  const known = new Set(order.map((number) => plan.componentIds[number] as string));
  return [...known, ...plan.componentIds.filter((id) => !known.has(id))];
}

function isSame(one: Component, other: Component): boolean {
  return one.type === other.type && one.version === other.version && isSameJson(one.config, other.config);
}

/** Returns the components in the body of each component, at any depth. */
function bodiesOf({ components }: Definition, inner: readonly Component[]): ReadonlyMap<string, readonly Component[]> {
  const bodies = new Map<string, Component[]>();
  const byId = new Map(components.map((component) => [component.id, component]));
  for (const component of inner)
    for (const { id } of enclosingComponents(byId, component)) addToList(bodies, id, component);
  return bodies;
}

function bodyOf({ bodies }: Part, id: string): readonly Component[] {
  return bodies.get(id) ?? [];
}

/** Returns the components whose body changed or is new. */
function loopsWithChangedBody(before: Part, after: Part): ReadonlySet<string> {
  return new Set(after.plan.componentIds.filter((id) => !hasSameBody(before, after, id)));
}

function hasSameBody(before: Part, after: Part, id: string): boolean {
  const [earlier, later] = [bodyOf(before, id), bodyOf(after, id)];
  if (earlier.length === 0 && later.length === 0) return true;
  const known = new Map(earlier.map((component) => [component.id, component]));
  const isKnown = (component: Component): boolean => {
    const one = known.get(component.id);
    const isOff = component.disabled === true;
    return (
      one !== undefined &&
      isSame(one, component) &&
      one.output === component.output &&
      (one.disabled === true) === isOff &&
      one.within === component.within
    );
  };
  return (
    earlier.length === later.length &&
    later.every(isKnown) &&
    isSameSet(connectionsWithin(before, known), connectionsWithin(after, known))
  );
}

function connectionsWithin({ definition }: Part, ids: { has(id: string): boolean }): ReadonlySet<string> {
  const within = definition.connections.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return new Set(within.map(({ from, port, to }) => `${from} ${port} ${to}`));
}

function isRenamed(before: Part, after: Part, id: string): boolean {
  return before.components.get(id)?.output !== after.components.get(id)?.output;
}

/** Returns true if placeholders of a component are produced by other components than before. */
function readsOthers({ producers: before }: Part, { producers: after }: Part, component: Component, renamed: boolean) {
  const { names } = namesRead(component);
  return names === null ? renamed : [...names].some((name) => before.get(name) !== after.get(name));
}

/**
 * Returns components that have a newly read field. A component with an effect leaves out optional fields that nobody
 * reads, so its stored result may lack it.
 */
function fieldsNewlyRead(before: Part, after: Part): Set<string> {
  const found = new Set<string>();
  const [readersBefore, readersAfter] = [readersOf(before), readersOf(after)];
  for (const component of after.components.values()) {
    const [output] = outputsOf(component);
    if (output?.fields === undefined || findComponentType(component)?.hasEffect !== true) continue;
    const optional = output.fields.filter((field) => field.optional === true);
    if (optional.length === 0) continue;
    const [readBefore, readAfter] = [readersBefore, readersAfter].map((readers) =>
      fieldsReadBy(readers, component.id, output.key),
    ) as [FieldsRead, FieldsRead];
    if (optional.some(({ key }) => includes(readAfter, key) && !includes(readBefore, key))) found.add(component.id);
  }
  return found;
}

/** The components of a part that may read placeholders. */
interface Readers {
  /** The components that name a placeholder. */
  byName: ReadonlyMap<string, readonly Component[]>;
  /** The components that may read everything. */
  ofAll: readonly Component[];
}

function readersOf({ components, inner }: Part): Readers {
  const byName = new Map<string, Component[]>();
  const ofAll: Component[] = [];
  for (const component of [...components.values(), ...inner]) {
    const { names } = namesRead(component);
    if (names === null) ofAll.push(component);
    for (const name of names ?? []) addToList(byName, name, component);
  }
  return { byName, ofAll };
}

/** The fields of a placeholder that are read; null for all of them. */
type FieldsRead = ReadonlySet<string> | null;

/** Returns the fields of a component's placeholder that other components may read. Reads the names of each once. */
function fieldsReadBy({ byName, ofAll }: Readers, componentId: string, placeholder: string): FieldsRead {
  if (ofAll.some(({ id }) => id !== componentId)) return null;
  const all = new Set<string>();
  for (const reader of byName.get(placeholder) ?? []) {
    if (reader.id === componentId) continue;
    const fields = fieldsRead(reader, placeholder);
    if (fields === null) return null;
    for (const field of fields) all.add(field);
  }
  return all;
}

function includes(fields: FieldsRead, field: string): boolean {
  return fields === null || fields.has(field);
}

function isSameSet(one: ReadonlySet<string> | undefined, other: ReadonlySet<string>): boolean {
  return one !== undefined && one.size === other.size && [...one].every((each) => other.has(each));
}

function nameOf({ components }: Definition, id: string): string {
  const component = components.find((candidate) => candidate.id === id);
  return component === undefined ? id : component.name || component.type;
}
