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

type Phase = { kind: 'asking' } | { kind: 'running'; done: number; refused: number; total: number } | { kind: 'ended'; done: number; refused: number };

/** Cancels or retries all sessions that fit the filter, with progress; it can be stopped at any time. */
export function BulkDialog({ action, shown, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' });
  const stop = useRef(new AbortController());
  const words = WORDS[action];

  async function run() {
    const { signal } = stop.current;
    setPhase({ kind: 'running', done: 0, refused: 0, total: 0 });
    const ids = await collectSessions(action, shown, signal);
    const result = await runBulk(action, ids, signal, (done, refused) => setPhase({ kind: 'running', done, refused, total: ids.length }));
    setPhase({ kind: 'ended', ...result });
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
        {phase.kind === 'running' && (
          <div role="status">
            <Progress value={phase.total === 0 ? 5 : (100 * (phase.done + phase.refused)) / phase.total} animated aria-label="Progress" mb="xs" />
            {phase.total === 0 ? 'Looking for sessions…' : `${phase.done + phase.refused} of ${phase.total}`}
          </div>
        )}
        {phase.kind === 'ended' && (
          <div role="status">
            {phase.done === 0 && phase.refused === 0 ? 'No session had to be changed.' : `Done: ${phase.done}.`}
            {phase.refused > 0 && ` ${phase.refused} had changed in the meantime and were left alone.`}
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {phase.kind === 'running' ? 'Stop' : 'Close'}
          </Button>
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
