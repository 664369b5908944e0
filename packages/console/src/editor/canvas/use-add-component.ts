import { graphOf, reachablePart, type Component, type Connection } from '@workflow/workflow-model';
import { useQueryClient } from '@tanstack/react-query';
import { type XYPosition, useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { isTrigger, portsOf } from '../draft/connection-rules.ts';
import { addComponent, connectionKey } from '../draft/draft-edits.ts';
import type { Draft, Edit } from '../draft/draft-store.ts';
import { fillFromDelivery } from '../draft/fill-from-delivery.ts';
import { withListFilled } from '../draft/with-list-filled.ts';
import { withSettingsOn } from '../draft/with-settings-on.ts';
import { useEditor } from '../editor-context.ts';
import { newComponent } from '../draft/new-component.ts';
import { MARGIN_PX } from './fit-options.ts';
import { freePlace, placeAfter, placeAtEnd, withRoomBetween } from './place-component.ts';

/** Where a component is added. Points are on the screen. */
export type AddTarget =
  /** Behind the selected component or else this one, else where the canvas has room. */
  | { kind: 'anywhere'; behind?: string | null }
  | { kind: 'point'; at: XYPosition }
  /** Connected to a port; at the point where the connector was dropped, else at the port. */
  | { kind: 'port'; from: string; port: string; at?: XYPosition }
  | { kind: 'between'; connection: Connection };

const ANYWHERE: AddTarget = { kind: 'anywhere' };

/** Adds a component, selects it, and marks it as not filled in yet. Returns its id. */
export function useAddComponent(): (type: string, target?: AddTarget) => string {
  const { store, workflowId, touched } = useEditor();
  const flow = useReactFlow();
  const client = useQueryClient();
  return useCallback(
    (type, target = ANYWHERE) => {
      const { draft, selected } = store.getState();
      const component = newComponent(type, draft.components, { x: 0, y: 0 });
      const goal = resolved(target, draft, component, selected);
      const edit = editFor(draft, component, goal, (point) => flow.screenToFlowPosition(point));
      const undoKey = `add ${component.id}`;
      touched.set(new Map(touched.get()).set(component.id, false));
      store.apply(withListFilled(withSettingsOn(edit), component.id), undoKey);
      const from = draft.components.find(({ id }) => id === sourceOf(goal));
      fillFromDelivery({ store, workflowId }, client, { from, to: component.id, undoKey });
      store.select(component.id);
      return component.id;
    },
    [store, workflowId, touched, flow, client],
  );
}

/** Resolves `anywhere` to the first free port of the selected component, so that the keyboard can build a chain. */
function resolved(target: AddTarget, draft: Draft, added: Component, selected: string | null): AddTarget {
  if (target.kind !== 'anywhere') return target;
  const previous = draft.components.find(({ id }) => id === (selected ?? target.behind));
  if (!previous) return target;
  const taken = new Set(draft.connections.filter(({ from }) => from === previous.id).map(({ port }) => port));
  const port = portsOf(previous).find((one) => one !== 'error' && !taken.has(one));
  return port === undefined || isTrigger(added) ? target : { kind: 'port', from: previous.id, port };
}

/** The component before the one that is added; null: it is not connected yet. */
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
    case 'between':
      return insertBetween(component, target.connection);
    case 'port': {
      const source = draft.components.find(({ id }) => id === target.from);
      if (!source) return addComponent(component);
      const place = target.at
        ? freePlace(placeAtEnd(toCanvas(target.at), component), draft.components)
        : placeAfter(source, target.port, draft.components);
      const connection = { from: target.from, port: target.port, to: component.id };
      return addComponent(at(component, place), isTrigger(component) ? undefined : connection);
    }
    case 'point':
      return addComponent(at(component, freePlace(toCanvas(target.at), draft.components)));
    default:
      return addComponent(at(component, freePlace(toCanvas(startOfCanvas()), draft.components)));
  }
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
