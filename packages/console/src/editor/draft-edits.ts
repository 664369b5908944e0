import type { Component, Connection } from '@workflow/workflow-model';
import type { Edit } from './draft-store.ts';

/** Edits of a draft: pure functions, each of which is one undo step. */

export function addComponent(component: Component, connection?: Connection): Edit {
  return (draft) => ({
    ...draft,
    components: [...draft.components, component],
    connections: connection ? [...draft.connections, connection] : draft.connections,
  });
}

/** Removes components together with their connections. */
export function removeComponents(ids: ReadonlySet<string>): Edit {
  return (draft) =>
    ids.size === 0
      ? draft
      : {
          ...draft,
          components: draft.components.filter((component) => !ids.has(component.id)),
          connections: draft.connections.filter(({ from, to }) => !ids.has(from) && !ids.has(to)),
        };
}

export function changeComponent(id: string, change: (component: Component) => Component): Edit {
  return (draft) => ({
    ...draft,
    components: draft.components.map((component) => (component.id === id ? change(component) : component)),
  });
}

export function moveComponents(positions: ReadonlyMap<string, { x: number; y: number }>): Edit {
  return (draft) => {
    const moves = (component: Component) => {
      const position = positions.get(component.id);
      return position && (position.x !== component.position?.x || position.y !== component.position?.y);
    };
    if (!draft.components.some(moves)) return draft;
    return {
      ...draft,
      components: draft.components.map((component) =>
        moves(component)
          ? { ...component, position: positions.get(component.id) as { x: number; y: number } }
          : component,
      ),
    };
  };
}

export function connect(connection: Connection): Edit {
  return (draft) => ({ ...draft, connections: [...draft.connections, connection] });
}

export function removeConnections(keys: ReadonlySet<string>): Edit {
  return (draft) =>
    keys.size === 0
      ? draft
      : { ...draft, connections: draft.connections.filter((connection) => !keys.has(connectionKey(connection))) };
}

export function renameWorkflow(name: string): Edit {
  return (draft) => ({ ...draft, name });
}

/** Key of a connection; a definition contains each connection only once. */
export function connectionKey({ from, port, to }: Connection): string {
  return `${from}:${port}:${to}`;
}
