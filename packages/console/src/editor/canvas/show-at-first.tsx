import { useNodesInitialized, useReactFlow, useStore } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import { useEditor } from '../editor-context.ts';
import { firstView } from './fit-options.ts';

/** Shows the workflow once its cards are measured. An empty one stays: its first component must not move or zoom. */
export function ShowAtFirst() {
  const { store } = useEditor();
  const isDone = useRef(store.getState().draft.components.length === 0);
  const isMeasured = useNodesInitialized();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const flow = useReactFlow();
  useLayoutEffect(() => {
    if (isDone.current || !isMeasured || width === 0 || height === 0) return;
    isDone.current = true;
    void flow.setViewport(firstView(flow.getNodesBounds(flow.getNodes()), { width, height }));
  }, [flow, isMeasured, width, height]);
  return null;
}
