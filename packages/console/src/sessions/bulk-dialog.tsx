import { Button, Group, Modal, Progress, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showError } from '../ui/show-error.ts';
import { BULK_MAX_SESSIONS, type BulkAction, collectSessions, runBulk } from './bulk-actions.ts';
import type { ShownSessions } from './session-filters.ts';

export type { BulkAction };

const WORDS: Record<BulkAction, { title: string; verb: string; text: string }> = {
  cancel: { title: 'Cancel those under way', verb: 'Cancel', text: 'Every session that fits the filter and has not ended is cancelled; what runs at the moment is aborted.' },
  'retry-failed-step': { title: 'Retry from the failed step', verb: 'Retry', text: 'Every failed session that fits the filter goes on from its failed step.' },
  'retry-start': { title: 'Retry from the start', verb: 'Retry', text: 'Every failed session that fits the filter runs again from its start component; effects happen again.' },
};

interface BulkDialogProps {
  action: BulkAction;
  shown: ShownSessions;
  onClose: () => void;
}

type Phase =
  | { kind: 'asking' }
  | { kind: 'looking'; found: number }
  | { kind: 'running'; done: number; refused: number; total: number }
  | { kind: 'ended'; done: number; refused: number; left: number; isCut: boolean };

/** Cancels or retries all sessions that fit the filter, with progress; it can be stopped at any time. */
export function BulkDialog({ action, shown, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' });
  const stop = useRef(new AbortController());
  const words = WORDS[action];

  async function run() {
    const { signal } = stop.current;
    setPhase({ kind: 'looking', found: 0 });
    const { ids, isCut } = await collectSessions(action, shown, signal, (found) => setPhase({ kind: 'looking', found }));
    const { done, refused, left, failure } = await runBulk(action, ids, signal, (done, refused) => setPhase({ kind: 'running', done, refused, total: ids.length }));
    if (failure !== null) showError(failure);
    setPhase({ kind: 'ended', done, refused, left, isCut });
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  }
  function close() {
    stop.current.abort();
    onClose();
  }

  return (
    <Modal opened onClose={close} title={words.title}>
      <Stack>
        {phase.kind === 'asking' && (
          <div>
            {words.text} At most {BULK_MAX_SESSIONS.toLocaleString()} at a time.
          </div>
        )}
        {phase.kind === 'looking' && <div role="status">Looking for sessions… {phase.found} found</div>}
        {phase.kind === 'running' && (
          <div role="status">
            <Progress value={(100 * (phase.done + phase.refused)) / phase.total} animated aria-label="Progress" mb="xs" />
            {phase.done + phase.refused} of {phase.total}
          </div>
        )}
        {phase.kind === 'ended' && (
          <div role="status">
            {phase.done + phase.refused + phase.left === 0 ? 'No session had to be changed.' : `Done: ${phase.done}.`}
            {phase.refused > 0 && ` ${phase.refused} had changed in the meantime and were left alone.`}
            {phase.left > 0 && ` Stopped before the other ${phase.left}.`}
            {phase.isCut && ' There may be more that fit; do it again for those.'}
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          {phase.kind === 'running' ? (
            <Button variant="default" onClick={() => stop.current.abort()}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              Close
            </Button>
          )}
          {phase.kind === 'asking' && (
            <Button
              color={action === 'cancel' ? 'red.8' : 'indigo'}
              data-autofocus
              onClick={() =>
                void run().catch((error: unknown) => {
                  if (!stop.current.signal.aborted) showError(error);
                  setPhase({ kind: 'asking' });
                })
              }
            >
              {words.verb}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
