import { ActionIcon } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const RunNowDialog = loadPart(async () => (await import('./run-now-dialog.tsx')).RunNowDialog);

/** Opens the values of a run of the published version. */
export function RunNowButton({ workflowId, name }: { workflowId: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const label = `Run ${name} now`;
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={() => setIsOpen(true)}>
        <IconPlayerPlay size={16} />
      </ActionIcon>
      <PartBoundary key={String(isOpen)} onFailed={close}>
        {isOpen && <RunNowDialog workflowId={workflowId} onClose={close} />}
      </PartBoundary>
    </>
  );
}
