import { useReactFlow } from '@xyflow/react';
import { layOut } from './auto-layout.ts';
import { WHOLE_GRAPH } from './canvas/fit-options.ts';
import { moveItems } from './draft-edits.ts';
import { useEditor } from './editor-context.ts';

/** Lays the workflow out anew and shows all of it. */
export function useArrange(): () => void {
  const { store } = useEditor();
  const flow = useReactFlow();
  return () => {
    store.apply(moveItems(layOut(store.getState().draft)));
    requestAnimationFrame(() => void flow.fitView({ ...WHOLE_GRAPH, duration: 200 }));
  };
}
