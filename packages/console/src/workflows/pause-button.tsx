import { Button } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../texts/pause.tsx';
import { PauseDialog } from './pause-dialog.tsx';

/** Pauses a workflow that is not paused; the notice of a paused one resumes it. */
export function PauseButton({ workflow }: { workflow: { id: string; name: string; paused: boolean } }) {
  const [asking, setAsking] = useState(false);
  if (workflow.paused) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.pauseEllipsis}
      </Button>
      {asking && <PauseDialog workflow={workflow} onClose={() => setAsking(false)} />}
    </>
  );
}
