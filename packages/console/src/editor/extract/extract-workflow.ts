import { input, output, outputsOf, runWorkflow, transform } from '@workflow/components/descriptors';
import {
  graphOf,
  reachablePart,
  type Component,
  type Connection,
  type Definition,
  type Field,
} from '@workflow/workflow-model';
import { quotedKey } from '../../ui/field-path.ts';
import { componentName } from '../draft/component-name.ts';
import { portsOf } from '../draft/connection-rules.ts';
import type { Draft, Edit } from '../draft/draft-store.ts';
import { withBodies } from '../draft/with-bodies.ts';
import { unusedName } from '../draft/unused-name.ts';
import { placeholdersGiven, placeholdersTaken } from './crossing-placeholders.ts';
import { walksOf } from './may-miss.ts';
import { NotExtractable, partOf, type Part } from './part-ends.ts';

const GAP_X = 280;

export interface Extracted {
  /** The new workflow's content: its input, the selected components, its output. */
  definition: Definition;
  /** The inputs of the new workflow. */
  takes: Field[];
  /** The outputs that later components read. */
  gives: Field[];
  /** Puts what runs the new workflow in the place of the selected components. */
  replace: (workflowId: string) => Edit;
}

/**
 * Makes a workflow of the selected components of a draft. It takes the placeholders that they read from outside and
 * gives back those that later components read, which keep their names: a component for each reads it from the result.
 *
 * @throws NotExtractable with the reason
 */
export function extractWorkflow(draft: Draft, selected: ReadonlySet<string>, newId: () => string): Extracted {
  const part = partOf(draft, withBodies(draft, selected));
  const takes = placeholdersTaken(draft, part);
  const gives = placeholdersGiven(draft, part);
  refuseBranchEnd(part);
  const inputId = newId();
  return {
    definition: childOf(part, { takes, gives, inputId, outputId: newId() }),
    takes,
    gives,
    replace: (workflowId) => replaced(part, { takes, gives, inputId, workflowId, newId }),
  };
}

/** Later components must always follow, because the new workflow succeeds whichever branch it took. */
function refuseBranchEnd({ inside, within, entry, outgoing }: Part): void {
  const [exit] = outgoing;
  const last = inside.find(({ id }) => id === exit?.from);
  if (exit === undefined || last === undefined) return;
  const others = portsOf(last).filter((port) => port !== exit.port);
  const isBranch = others.some(
    (port) => port !== 'error' || within.some((one) => one.from === last.id && one.port === port),
  );
  const walks = walksOf({ components: inside, connections: within });
  if (isBranch || walks.mayMiss(entry.id, last.id))
    throw new NotExtractable(
      `The components after ${componentName(last)} do not always run. Select the branches together with the ` +
        'component where they join.',
    );
}

interface ChildParts {
  takes: readonly Field[];
  gives: readonly Field[];
  inputId: string;
}

function childOf(
  { inside, within, entry, outgoing }: Part,
  { takes, gives, inputId, outputId }: ChildParts & { outputId: string },
): Definition {
  const at = entry.position ?? { x: 0, y: 0 };
  const right = Math.max(...inside.map(({ position }) => position?.x ?? 0));
  const [exit] = outgoing;
  const start: Component = {
    id: inputId,
    type: input.type,
    name: 'Input',
    config: { placeholders: takes as never },
    position: { x: at.x - GAP_X, y: at.y },
  };
  const end: Component = {
    id: outputId,
    type: output.type,
    name: 'Output',
    config: { value: Object.fromEntries(gives.map(({ key }) => [key, `{{ ${quotedKey(key)} }}`])) },
    position: { x: right + GAP_X, y: at.y },
  };
  return {
    components: [start, ...inside, ...(exit === undefined ? [] : [end])],
    connections: [
      { from: inputId, port: 'next', to: entry.id },
      ...within,
      ...(exit === undefined ? [] : [{ from: exit.from, port: exit.port, to: outputId }]),
    ],
  };
}

function replaced(
  { inside, entry, incoming, outgoing }: Part,
  { takes, gives, inputId, workflowId, newId }: ChildParts & { workflowId: string; newId: () => string },
): Edit {
  const runId = newId();
  const readerIds = gives.map(() => newId());
  const gone = new Set(inside.map(({ id }) => id));
  return (draft) => {
    const rest = draft.components.filter(({ id }) => !gone.has(id));
    const taken = new Set([...rest, ...inside].flatMap(outputsOf).map(({ key }) => key));
    const called = new Set(rest.map(({ name }) => name));
    const at = entry.position ?? { x: 0, y: 0 };
    const result = unusedName(runWorkflow.outputName ?? 'run', taken);
    const run: Component = {
      id: runId,
      type: runWorkflow.type,
      name: unusedName(runWorkflow.title, called, ' '),
      output: result,
      config: {
        workflowId,
        componentId: inputId,
        placeholderValues: Object.fromEntries(takes.map(({ key }) => [key, `{{ ${quotedKey(key)} }}`])),
        wait: true,
      },
      position: at,
    };
    const readers = gives.map(({ key, ...field }, index): Component => {
      const name = unusedName(`Read ${key}`, called, ' ');
      called.add(name);
      const { type, fields, items } = field;
      return {
        id: readerIds[index] as string,
        type: transform.type,
        name,
        output: key,
        config: {
          expression: `${quotedKey(result)}.output.${quotedKey(key)}`,
          type,
          ...(fields !== undefined && { fields: fields as never }),
          ...(items !== undefined && { items: items as never }),
        },
        position: { x: at.x + GAP_X * (index + 1), y: at.y },
      };
    });
    const chain = [run, ...readers];
    const moved = movedBehind(draft, outgoing, at.x + GAP_X * chain.length);
    const last = chain.at(-1) as Component;
    return {
      ...draft,
      components: [...rest.map(moved), ...chain],
      connections: [
        ...draft.connections.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
        ...incoming.map((connection): Connection => ({ ...connection, to: run.id })),
        ...chain.slice(1).map(({ id }, index) => ({ from: chain[index]?.id as string, port: 'next', to: id })),
        ...outgoing.map(({ to }): Connection => ({ from: last.id, port: 'next', to })),
      ],
    };
  };
}

/** Moves what follows to the right, so that none of it lies below the new cards, which end at `right`. */
function movedBehind(
  draft: Draft,
  outgoing: readonly Connection[],
  right: number,
): (component: Component) => Component {
  const graph = graphOf(draft);
  const behind = new Set(outgoing.flatMap(({ to }) => [...reachablePart(graph, to)]));
  const placed = draft.components.filter(({ id }) => behind.has(id)).map(({ position }) => position?.x ?? right);
  const by = right - Math.min(right, ...placed);
  return (component) => {
    const { position } = component;
    return by === 0 || position === undefined || !behind.has(component.id)
      ? component
      : { ...component, position: { x: position.x + by, y: position.y } };
  };
}
