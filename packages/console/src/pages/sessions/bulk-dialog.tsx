import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Modal, Progress, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type BulkRequest,
  type Operation,
  operationQuery,
  startBulkOperation,
  stopOperation,
} from '../../api/queries/operations.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { plural } from '../../ui/plural.ts';
import { showError } from '../../ui/show-error.ts';
import { type BulkAction, bulkRequest } from './bulk-actions.ts';
import type { ShownSessions } from './session-filters.ts';
import { formatNumber } from '../../ui/format-number.ts';

export type { BulkAction };

const WORDS: Record<BulkAction, { title: string; verb: string; text: string }> = {
  cancel: {
    title: 'Cancel running sessions',
    verb: 'Cancel sessions',
    text: 'Cancels every matching session that has not ended. Running steps are aborted.',
  },
  'retry-failed-step': {
    title: 'Retry from failed step',
    verb: 'Retry sessions',
    text: 'Retries every matching failed session from its failed step.',
  },
  'retry-latest': {
    title: 'Retry with the latest version',
    verb: 'Retry sessions',
    text:
      'Retries every matching failed session with the published version (test sessions: with the draft). Results of ' +
      'unchanged components are retained, and the rest runs again. Sessions that cannot continue are skipped.',
  },
  'retry-start': {
    title: 'Retry from start',
    verb: 'Retry sessions',
    text: 'Runs every matching failed session again from its first component, including its side effects.',
  },
};

interface BulkDialogProps {
  action: BulkAction;
  shown: ShownSessions;
  onClose: () => void;
}

/** Cancels or retries all sessions that match the filter. It continues when the dialog is closed. */
export function BulkDialog({ action, shown, onClose }: BulkDialogProps) {
  const [request] = useState(() => bulkRequest(action, shown));
  const [operationId, setOperationId] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title={WORDS[action].title}>
      {operationId === null ? (
        <Question action={action} request={request} onStarted={setOperationId} onClose={onClose} />
      ) : (
        <OperationProgress action={action} id={operationId} onClose={onClose} />
      )}
    </Modal>
  );
}

interface QuestionProps {
  action: BulkAction;
  request: BulkRequest | null;
  onStarted: (operationId: string) => void;
  onClose: () => void;
}

function Question({ action, request, onStarted, onClose }: QuestionProps) {
  const words = WORDS[action];
  const count = useQuery({
    queryKey: ['bulk-count', request],
    queryFn: async () => (request === null ? 0 : (await startBulkOperation({ ...request, dryRun: true })).matched),
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: (body: BulkRequest) => startBulkOperation(body),
    onSuccess: ({ operationId }) => onStarted(operationId),
    onError: showError,
  });
  return (
    <Stack>
      <div>{words.text}</div>
      {count.isError && <ErrorNotice error={count.error} onRetry={() => void count.refetch()} />}
      {count.isPending && <div role="status">Counting sessions…</div>}
      {count.isSuccess && (
        <div role="status">
          {count.data === 0
            ? 'No sessions to change.'
            : plural(count.data, {
                one: '1 session will change.',
                other: `${formatNumber(count.data)} sessions will change.`,
              })}
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          color={action === 'cancel' ? 'red.8' : 'indigo'}
          data-autofocus
          disabled={count.data === undefined || count.data === 0 || request === null}
          loading={start.isPending}
          onClick={() => request !== null && start.mutate(request)}
        >
          {words.verb}
        </Button>
      </Group>
    </Stack>
  );
}

interface OperationProgressProps {
  action: BulkAction;
  id: string;
  onClose: () => void;
}

function OperationProgress({ action, id, onClose }: OperationProgressProps) {
  const queryClient = useQueryClient();
  const query = operationQuery(id);
  const { data: operation } = useQuery(query);
  const stop = useMutation({
    mutationFn: () => stopOperation(id),
    onSuccess: (stopped) => queryClient.setQueryData(query.queryKey, stopped),
    onError: showError,
  });
  const hasEnded = operation !== undefined && operation.status !== 'RUNNING';
  useEffect(() => {
    if (!hasEnded) return;
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    void queryClient.invalidateQueries({ queryKey: ['failures'] });
  }, [hasEnded, queryClient]);
  return (
    <Stack>
      <div role="status">
        {operation === undefined && 'Starting…'}
        {operation !== undefined && !hasEnded && <Working operation={operation} />}
        {operation !== undefined && hasEnded && summary(action, operation)}
      </div>
      <Group justify="flex-end" gap="xs">
        {!hasEnded && (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function Working({ operation: { matched, done, failed } }: { operation: Operation }) {
  return (
    <>
      <Progress value={(100 * (done + failed)) / Math.max(1, matched)} animated aria-label="Progress" mb="xs" />
      {formatNumber(done + failed)} of {formatNumber(matched)}. You can close this window; the operation continues.
    </>
  );
}

function summary(action: BulkAction, { matched, done, failed }: Operation): string {
  const left = matched - done - failed;
  const skipped =
    failed > 0
      ? ` ${formatNumber(failed)} skipped: they changed meanwhile, or they cannot continue with the new version.`
      : '';
  const notDone = left > 0 ? ` ${formatNumber(left)} not processed.` : '';
  const verb = action === 'cancel' ? 'cancelled' : 'retried';
  const sessions = plural(done, { one: '1 session', other: `${formatNumber(done)} sessions` });
  return `${sessions} ${verb}.${skipped}${notDone}`;
}
