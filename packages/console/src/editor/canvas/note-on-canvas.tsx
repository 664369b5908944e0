import type { NodeProps } from '@xyflow/react';
import { memo, Suspense } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { NoteNode } from './canvas-elements.ts';

const NoteCard = loadPart(async () => (await import('./note-card.tsx')).NoteCard);

/** Most workflows have no notes: what draws them is loaded with the first one. */
export const NoteOnCanvas = memo(function NoteOnCanvas(props: NodeProps<NoteNode>) {
  return (
    <PartBoundary>
      <Suspense>
        <NoteCard {...props} />
      </Suspense>
    </PartBoundary>
  );
});
