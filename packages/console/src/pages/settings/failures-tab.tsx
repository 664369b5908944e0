import '@mantine/core/styles/Combobox.layer.css';
import { Alert, Anchor, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Schemas } from '@workflow/api-types';
import { failureHandlerQuery, useSetFailureHandler } from '../../api/queries/failure-handler.ts';
import { Panel } from '../../ui/panel.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** Chooses the workflow that starts when any workflow of the organization fails. */
export function FailuresTab({ isAdmin }: { isAdmin: boolean }) {
  const handler = useQuery(failureHandlerQuery);
  return (
    <Panel
      title="When any workflow fails"
      description={isAdmin ? 'For every workflow of the organization.' : 'Only admins can change this.'}
    >
      <LoadState query={handler} />
      {handler.data && <Choice handler={handler.data} isAdmin={isAdmin} />}
    </Panel>
  );
}

function Choice({ handler, isAdmin }: { handler: Schemas['FailureHandler']; isAdmin: boolean }) {
  const { workflowId, name, ready, choices } = handler;
  const set = useSetFailureHandler();
  const isListed = choices.some((choice) => choice.workflowId === workflowId);
  return (
    <Stack>
      <NativeSelect
        label="Start"
        description={
          'Published workflows that begin with On workflow failure. It gets the failed session as its input. ' +
          'If it fails too, no further workflow starts.'
        }
        value={workflowId ?? ''}
        disabled={!isAdmin || set.isPending}
        onChange={(event) => set.mutate(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        data={[
          { value: '', label: 'Nothing' },
          ...(workflowId !== null && !isListed ? [{ value: workflowId, label: name ?? workflowId }] : []),
          ...choices.map((choice) => ({ value: choice.workflowId, label: choice.name })),
        ]}
      />
      {choices.length === 0 && (
        <Text size="sm">No published workflow begins with On workflow failure yet. Publish one to choose it here.</Text>
      )}
      {workflowId !== null && !ready && (
        <Alert color="yellow" title="Nothing starts">
          The chosen workflow is not published, or no longer begins with On workflow failure.
        </Alert>
      )}
      {workflowId !== null && (
        <Anchor component={Link} to={`/workflows/${workflowId}`} size="sm">
          Open workflow
        </Anchor>
      )}
    </Stack>
  );
}
