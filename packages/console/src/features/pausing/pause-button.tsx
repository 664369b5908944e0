import { Button } from '@mantine/core';
import { useState } from 'react';
import { PauseDialog } from './pause-dialog.tsx';

/**
 * For a workflow that is not paused; the notice of a paused one resumes it. It goes once the workflow is paused, and
 * its question with it, so that resuming does not ask again.
 */
export function PauseButton({ workflow }: { workflow: { id: string; name: string } }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Pause…
      </Button>
      {asking && <PauseDialog workflow={workflow} onClose={() => setAsking(false)} />}
    </>
  );
}
