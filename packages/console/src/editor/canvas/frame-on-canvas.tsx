import type { NodeProps } from '@xyflow/react';
import { memo, Suspense } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { FrameNode } from './frame-elements.ts';

const FrameCard = loadPart(async () => (await import('./frame-card.tsx')).FrameCard);

/** Most workflows have no loops: what draws their frames is loaded with the first one. */
export const FrameOnCanvas = memo(function FrameOnCanvas(props: NodeProps<FrameNode>) {
  return (
    <PartBoundary>
      <Suspense>
        <FrameCard {...props} />
      </Suspense>
    </PartBoundary>
  );
});
