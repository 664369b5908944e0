import { useConnection, useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';

/** Pixels from an edge of the canvas, and pixels a frame at the edge itself, as React Flow pans by dragged cards. */
const NEAR_PX = 40;
const FASTEST_PX = 15;

/**
 * Pans the canvas while a connector is held near one of its edges. React Flow does so from the beginning, and the
 * canvas would slide away below a connector that starts near the component panel: here it first leaves that edge.
 */
export function PanWhileConnecting() {
  const isConnecting = useConnection((connection) => connection.inProgress);
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    if (!isConnecting) return;
    const hasLeft = { x: false, y: false };
    let frame = requestAnimationFrame(pan);
    function pan(): void {
      const { connection, width, height } = store.getState();
      if (!connection.inProgress) return;
      const speed = { x: speedAt(connection.pointer.x, width), y: speedAt(connection.pointer.y, height) };
      hasLeft.x ||= speed.x === 0;
      hasLeft.y ||= speed.y === 0;
      const by = { x: hasLeft.x ? speed.x : 0, y: hasLeft.y ? speed.y : 0 };
      const { x, y, zoom } = flow.getViewport();
      if (by.x !== 0 || by.y !== 0) void flow.setViewport({ x: x + by.x, y: y + by.y, zoom });
      frame = requestAnimationFrame(pan);
    }
    return () => cancelAnimationFrame(frame);
  }, [isConnecting, flow, store]);
  return null;
}

/** Pixels to move a canvas of a `length` in one frame, by a pointer that is `at` pixels from its beginning. */
function speedAt(at: number, length: number): number {
  const beyond = at < NEAR_PX ? NEAR_PX - at : Math.min(0, length - NEAR_PX - at);
  return Math.max(-1, Math.min(1, beyond / NEAR_PX)) * FASTEST_PX;
}
