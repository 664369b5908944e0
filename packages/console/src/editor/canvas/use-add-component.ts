import { graphOf, reachablePart, type Component, type Connection } from '@workflow/workflow-model';
import { useQueryClient } from '@tanstack/react-query';
import { type XYPosition, useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { isTrigger, portsOf } from '../draft/connection-rules.ts';
import { addComponent, connectionKey } from '../draft/draft-edits.ts';
import type { Draft, Edit } from '../draft/draft-store.ts';
import { fillWhenLoaded } from '../draft/fill-when-loaded.ts';
import { useEditor } from '../editor-context.ts';
import { type GivenContent, newComponent } from '../draft/new-component.ts';
import { MARGIN_PX } from './fit-options.ts';
import { firstPlaceIn, frameAt, framesOf } from '../layout/frames.ts';
import { freePlace, placeAfter, placeAtEnd, withRoomBetween } from './place-component.ts';

/** Where a component is added. Points are on the screen. */
export type AddTarget =
  /** Behind this component, or else the selected one, or else where the canvas has room. */
  | { kind: 'anywhere'; behind?: string | null }
  | { kind: 'point'; at: XYPosition }
  /** Connected to a port; at the point where the connector was dropped, else at the port. */
  | { kind: 'port'; from: string; port: string; at?: XYPosition }
  | { kind: 'between'; connection: Connection }
  /** In the body of a component, after its last component. */
  | { kind: 'inside'; of: string };

const ANYWHERE: AddTarget = { kind: 'anywhere' };

/** Adds a component, selects it, and marks it as not filled in yet. Returns its id. */
export function useAddComponent(): (type: string, target?: AddTarget, given?: GivenContent) => string {
  const { store, workflowId, touched } = useEditor();
  const flow = useReactFlow();
  const client = useQueryClient();
  return useCallback(
    (type, target = ANYWHERE, given) => {
      const { draft, selected } = store.getState();
      const component = newComponent(type, draft.components, { x: 0, y: 0 }, given);
      const goal = resolved(target, draft, component, selected);
      const edit = editFor(draft, component, goal, (point) => flow.screenToFlowPosition(point));
      const undoKey = `add ${component.id}`;
      touched.set(new Map(touched.get()).set(component.id, false));
      store.apply(edit, undoKey);
      const from = draft.components.find(({ id }) => id === sourceOf(goal));
      void fillWhenLoaded({ store, workflowId }, client, { from, to: component.id, before: draft, undoKey });
      store.select(component.id);
      return component.id;
    },
    [store, workflowId, touched, flow, client],
  );
}

/**
 * Resolves `anywhere` to the first free port of the component that has the focus, or else of the selected one, so that
 * the keyboard can build a chain. If all ports are connected, the first one gets a second branch.
 */
function resolved(target: AddTarget, draft: Draft, added: Component, selected: string | null): AddTarget {
  if (target.kind === 'inside') return afterLastInside(target, draft);
  if (target.kind !== 'anywhere') return target;
  const previous = draft.components.find(({ id }) => id === (target.behind ?? selected));
  if (!previous) return target;
  const taken = new Set(draft.connections.filter(({ from }) => from === previous.id).map(({ port }) => port));
  const ports = portsOf(previous).filter((one) => one !== 'error');
  const port = ports.find((one) => !taken.has(one)) ?? ports[0];
  return port === undefined || isTrigger(added) ? target : { kind: 'port', from: previous.id, port };
}

/** Resolves `inside` to a free port of the last component in the body. */
function afterLastInside(target: AddTarget & { kind: 'inside' }, { components, connections }: Draft): AddTarget {
  for (const { id, ...one } of components.filter(({ within }) => within === target.of).toReversed()) {
    const taken = new Set(connections.filter(({ from }) => from === id).map(({ port }) => port));
    const port = portsOf({ id, ...one }).find((each) => each !== 'error' && !taken.has(each));
    if (port !== undefined) return { kind: 'port', from: id, port };
  }
  return target;
}

/** The component before the one that is added; null if it is not connected yet. */
function sourceOf(target: AddTarget): string | null {
  if (target.kind === 'port') return target.from;
  return target.kind === 'between' ? target.connection.from : null;
}

function editFor(
  draft: Draft,
  component: Component,
  target: AddTarget,
  toCanvas: (point: XYPosition) => XYPosition,
): Edit {
  switch (target.kind) {
    case 'between': {
      const source = draft.components.find(({ id }) => id === target.connection.from);
      return insertBetween(inBodyOf(source, component), target.connection);
    }
    case 'inside': {
      const outer = draft.components.find(({ id }) => id === target.of);
      if (!outer) return addComponent(component);
      const others = draft.components.filter(({ within }) => within === target.of);
      return addComponent({ ...at(component, freePlace(firstPlaceIn(outer), others)), within: target.of });
    }
    case 'port': {
      const source = draft.components.find(({ id }) => id === target.from);
      if (!source) return addComponent(component);
      const place = target.at
        ? freePlace(placeAtEnd(toCanvas(target.at)), draft.components)
        : placeAfter(source, target.port, draft.components);
      const connection = { from: target.from, port: target.port, to: component.id };
      return addComponent(inBodyOf(source, at(component, place)), isTrigger(component) ? undefined : connection);
    }
    case 'point': {
      const point = toCanvas(target.at);
      const within = isTrigger(component) ? undefined : frameAt(framesOf(draft.components), point);
      const placed = at(component, freePlace(point, draft.components));
      return addComponent(within === undefined ? placed : { ...placed, within });
    }
    default:
      return addComponent(at(component, freePlace(toCanvas(startOfCanvas()), draft.components)));
  }
}

/** The component in the body that contains the one before it. */
function inBodyOf(before: Component | undefined, component: Component): Component {
  return before?.within === undefined ? component : { ...component, within: before.within };
}

function insertBetween(component: Component, connection: Connection): Edit {
  return (draft) => {
    const following = reachablePart(graphOf(draft), connection.to);
    const { components, place } = withRoomBetween(draft.components, connection, following);
    const port = portsOf(component)[0];
    return {
      ...draft,
      components: [...components, at(component, place)],
      connections: [
        ...draft.connections.filter((one) => connectionKey(one) !== connectionKey(connection)),
        { ...connection, to: component.id },
        ...(port === undefined ? [] : [{ from: component.id, port, to: connection.to }]),
      ],
    };
  };
}

function at(component: Component, { x, y }: XYPosition): Component {
  return { ...component, position: { x: Math.round(x), y: Math.round(y) } };
}

/** On the screen, for the upper left corner of the first card: room is left for what follows it. */
function startOfCanvas(): XYPosition {
  const { left, top, height } =
    document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, 0);
  return { x: left + MARGIN_PX, y: top + height / 3 };
}
