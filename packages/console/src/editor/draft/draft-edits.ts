import { ERROR_PORT } from '@workflow/component-kit';
import type { Component, Connection, Flow, McpTool, Note } from '@workflow/workflow-model';
import { hasFrame } from '../layout/frames.ts';
import type { Edit } from './draft-store.ts';
import { withBodies } from './with-bodies.ts';

/** Edits of a draft: pure functions, each of which is one undo step. */

export function addComponent(component: Component, connection?: Connection): Edit {
  return (draft) => ({
    ...draft,
    components: [...draft.components, component],
    connections: connection ? [...draft.connections, connection] : draft.connections,
  });
}

/**
 * Removes components together with their connections and bodies, and notes. What led to a component leads to what
 * followed it, where that was one thing.
 */
export function removeItems(selected: ReadonlySet<string>): Edit {
  return (draft) => {
    const ids = withBodies(draft, selected);
    return ids.size === 0
      ? draft
      : {
          ...draft,
          components: draft.components.filter((component) => !ids.has(component.id)),
          connections: [...ids].reduce(joinedWithout, draft.connections),
          ...(draft.notes && { notes: draft.notes.filter((note) => !ids.has(note.id)) }),
        };
  };
}

/** The connections without those of a component, and its neighbours joined. What follows a failure is no successor. */
function joinedWithout(connections: Connection[], id: string): Connection[] {
  const rest = connections.filter(({ from, to }) => from !== id && to !== id);
  const [next, ...others] = connections.filter(({ from, port }) => from === id && port !== ERROR_PORT);
  if (next === undefined || others.length > 0) return rest;
  const present = new Set(rest.map(connectionKey));
  const joined = connections
    .filter(({ to }) => to === id)
    .map((incoming) => ({ ...incoming, to: next.to }))
    .filter((one) => !present.has(connectionKey(one)));
  return [...rest, ...joined];
}

/** Disables the components; when all of them are disabled, enables them. */
export function toggleDisabled(ids: ReadonlySet<string>): Edit {
  return (draft) => {
    const chosen = draft.components.filter((component) => ids.has(component.id));
    if (chosen.length === 0) return draft;
    const disable = chosen.some((component) => component.disabled !== true);
    return {
      ...draft,
      components: draft.components.map((component) => {
        if (!ids.has(component.id)) return component;
        const { disabled: _old, ...rest } = component;
        return disable ? { ...rest, disabled: true } : rest;
      }),
    };
  };
}

export function addNote(note: Note): Edit {
  return (draft) => ({ ...draft, notes: [...(draft.notes ?? []), note] });
}

export function changeNote(id: string, change: Partial<Note>): Edit {
  return (draft) => ({
    ...draft,
    notes: (draft.notes ?? []).map((note) => (note.id === id ? { ...note, ...change } : note)),
  });
}

/** Changes a component. If it has no body any more, what was in it is removed. */
export function changeComponent(id: string, change: (component: Component) => Component): Edit {
  return (draft) => {
    const components = draft.components.map((component) => (component.id === id ? change(component) : component));
    const changed = { ...draft, components };
    const component = components.find((one) => one.id === id);
    if (component === undefined || hasFrame(component)) return changed;
    return removeItems(new Set(components.filter(({ within }) => within === id).map((one) => one.id)))(changed);
  };
}

/** Moves components and notes. */
export function moveItems(positions: ReadonlyMap<string, { x: number; y: number }>): Edit {
  const moved = <Item extends Pick<Component, 'id' | 'position'>>(items: readonly Item[]): Item[] =>
    items.map((item) => {
      const position = positions.get(item.id);
      const stays = !position || (position.x === item.position?.x && position.y === item.position.y);
      return stays ? item : { ...item, position };
    });
  return (draft) => {
    const [components, notes] = [moved(draft.components), moved(draft.notes ?? [])];
    const isChanged =
      components.some((component, index) => component !== draft.components[index]) ||
      notes.some((note, index) => note !== draft.notes?.[index]);
    return isChanged ? { ...draft, components, ...(draft.notes && { notes }) } : draft;
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

/** Makes the workflow a tool of MCP clients; undefined: it is none. */
export function setTool(mcp: McpTool | undefined): Edit {
  return ({ mcp: _old, ...rest }) => (mcp === undefined ? rest : { ...rest, mcp });
}

/** Sets the seconds after which sessions expire; undefined: they never do. */
export function changeExpiry(expireAfterSeconds: number | undefined): Edit {
  return ({ expireAfterSeconds: _old, ...rest }) =>
    expireAfterSeconds === undefined ? rest : { ...rest, expireAfterSeconds };
}

/** Sets the executor pool; undefined: that of the organization. */
export function changePool(pool: string | undefined): Edit {
  return ({ pool: _old, ...rest }) => (pool === undefined ? rest : { ...rest, pool });
}

/** Sets one rule of flow control; undefined removes it. */
export function changeFlow<Rule extends keyof Flow>(rule: Rule, value: Flow[Rule] | undefined): Edit {
  return ({ flow = {}, ...rest }) => {
    const { [rule]: _old, ...others } = flow;
    const next = value === undefined ? others : { ...flow, [rule]: value };
    return Object.keys(next).length === 0 ? rest : { ...rest, flow: next };
  };
}

/** Sets what sessions are called; the empty text removes it. */
export function changeLabel(label: string): Edit {
  return ({ label: _old, ...rest }) => (label === '' ? rest : { ...rest, label });
}

/** Key of a connection; a definition contains each connection only once. */
export function connectionKey({ from, port, to }: Connection): string {
  return `${from}:${port}:${to}`;
}

/**
 * Puts components into a body, or out of all with undefined. Their connections to components that stay where they are
 * are removed.
 */
export function moveIntoBody(ids: ReadonlySet<string>, within: string | undefined): Edit {
  return (draft) => {
    const moving = new Set(
      draft.components.filter((one) => ids.has(one.id) && one.within !== within).map(({ id }) => id),
    );
    if (moving.size === 0 || (within !== undefined && withBodies(draft, moving).has(within))) return draft;
    return {
      ...draft,
      components: draft.components.map((component) => {
        if (!moving.has(component.id)) return component;
        const { within: _old, ...rest } = component;
        return within === undefined ? rest : { ...rest, within };
      }),
      connections: draft.connections.filter(({ from, to }) => moving.has(from) === moving.has(to)),
    };
  };
}
