import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import { useEditor } from '../editor-context.ts';
import { wholeView } from './fit-options.ts';
import { panMs } from './pan-time.ts';

/** Shows the whole workflow, with room for the component panel where that is possible. */
export function useShowWhole(): () => void {
  const { store } = useEditor();
  const flow = useReactFlow();
  const canvas = useStoreApi();
  return useCallback(() => {
    const nodes = flow.getNodes();
    if (nodes.length === 0) return;
    const { width, height } = canvas.getState();
    const isPanelOpen = store.getState().selected !== null;
    const view = wholeView(flow.getNodesBounds(nodes), { width, height }, isPanelOpen);
    void flow.setViewport(view, { duration: panMs() });
  }, [flow, canvas, store]);
}
