import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { isTrigger, portsOf } from '../connection-rules.ts';
import { addComponent } from '../draft-edits.ts';
import { useEditor } from '../editor-context.ts';
import { newComponent } from '../new-component.ts';

const GAP = 90;

/**
 * Adds a component: where it was dropped; else to the right of the selected one and connected to its first free
 * port, so that a chain is built by the keyboard alone; else in the middle of what is seen.
 */
export function useAddComponent(): (type: string, at?: { x: number; y: number }) => void {
  const { store } = useEditor();
  const flow = useReactFlow();
  return useCallback(
    (type, at) => {
      const { draft, selected } = store.getState();
      const previous = at ? undefined : draft.components.find((component) => component.id === selected);
      const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
      const middle = { x: (pane?.left ?? 0) + (pane?.width ?? 0) / 2 - 110, y: (pane?.top ?? 0) + (pane?.height ?? 0) / 2 - 60 };
      const position = previous
        ? { x: (previous.position?.x ?? 0) + 220 + GAP, y: previous.position?.y ?? 0 }
        : flow.screenToFlowPosition(at ?? middle);
      const component = newComponent(type, draft.components, freePlace(position, draft.components));
      const port = previous && !isTrigger(component) ? freePort(previous.id) : undefined;
      store.apply(addComponent(component, previous && port ? { from: previous.id, port, to: component.id } : undefined));
      store.select(component.id);

      function freePort(id: string): string | undefined {
        const taken = new Set(draft.connections.filter(({ from }) => from === id).map((connection) => connection.port));
        return portsOf(previous!).find((candidate) => candidate !== 'error' && !taken.has(candidate));
      }
    },
    [store, flow],
  );
}

/** The position, or the first below it that no other card covers. */
function freePlace(position: { x: number; y: number }, components: readonly { position?: { x: number; y: number } }[]) {
  let { y } = position;
  while (components.some((one) => one.position && Math.abs(one.position.x - position.x) < 200 && Math.abs(one.position.y - y) < 100)) y += 130;
  return { x: position.x, y };
}
