import { Anchor, Button, Code, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { sessionQuery, startRun } from '../../../../../api/queries/sessions.ts';
import { listenerQuery, useListening } from '../../../../../api/queries/webhook-listener.ts';
import { useEditor } from '../../../../../editor/editor-context.ts';
import { usablePins } from '../../../../../editor/values/pinned-outputs.ts';
import { sampleValuesQuery } from '../../../../../editor/values/sample-values.ts';
import { rememberInput } from '../../../../../editor/values/remembered-input.ts';
import { Ago } from '../../../../../ui/time.tsx';
import { rememberTest } from '../../../run/last-test.ts';
import classes from '../../webhook-section.module.css';
import { formatTimeOfDay } from '../../../../../ui/format-time.ts';

const MAX_SHOWN = 2_000;

/** Waits for the next delivery, shows it, and keeps it as the sample that tests of the draft begin with. */
export function ListenSection({ workflowId, component }: { workflowId: string; component: Component }) {
  const { start, stop } = useListening(workflowId, component.id);
  const listener = useQuery(listenerQuery(workflowId, component.id));
  const caught = listener.data?.caught ?? null;
  const caughtAt = caught?.at ?? null;
  const request = useCaughtRequest(component, caught);
  // An earlier delivery stays as it was used. Only a delivery that this section waits for becomes the sample.
  const isAwaited = useRef(false);
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!isAwaited.current || caughtAt === null || request === null) return;
    isAwaited.current = false;
    rememberInput(workflowId, component.id, { [component.output ?? '']: request });
    void queryClient.invalidateQueries({ queryKey: ['deliveries', workflowId, component.id] });
    void queryClient.invalidateQueries({ queryKey: sampleValuesQuery(workflowId).queryKey });
  }, [caughtAt, request, workflowId, component.id, component.output, queryClient]);

  const isListening = listener.data?.isListening === true;
  return (
    <Stack role="group" aria-label="Test event" gap={8}>
      <Group gap="xs">
        {isListening ? (
          <>
            <span role="status">Listening for the next delivery…</span>
            <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
              Stop
            </Button>
          </>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={start.isPending}
            onClick={() =>
              start.mutate(undefined, {
                onSuccess: () => {
                  isAwaited.current = true;
                },
              })
            }
          >
            {caught === null ? 'Listen for a test event' : 'Listen for another event'}
          </Button>
        )}
      </Group>
      <p className={classes.note}>
        {isListening && listener.data?.until
          ? `Listens until ${formatTimeOfDay(listener.data.until)}. The delivery is also handled as usual.`
          : 'Shows the next delivery and saves it for tests, even before you publish.'}
      </p>
      {caught !== null && request !== null && (
        <Caught
          component={component}
          at={caught.at}
          sessionId={caught.sessionId}
          isFiltered={caught.filtered}
          request={request}
        />
      )}
    </Stack>
  );
}

interface CaughtProps {
  component: Component;
  at: string;
  sessionId: string | null;
  isFiltered: boolean;
  request: string;
}

function Caught({ component, at, sessionId, isFiltered, request }: CaughtProps) {
  const { workflowId, store, autosave, liveRun, pins } = useEditor();
  const test = useMutation({
    mutationFn: async () => {
      await autosave.flush();
      const { draft } = store.getState();
      const values: JsonObject = { [component.output ?? '']: request };
      rememberTest(workflowId, draft, { componentId: component.id, isAlone: false, values });
      const started = await startRun({
        workflowId,
        componentId: component.id,
        mode: 'TEST',
        placeholderValues: values,
        ...usablePins(pins.get(), draft.components, component.id),
      });
      liveRun.set({ sessionId: started.sessionId, session: null, lastSteps: new Map() });
    },
  });
  return (
    <>
      <Group gap="xs">
        <span>
          Caught <Ago time={at} />
        </span>
        <Button size="compact-sm" loading={test.isPending} onClick={() => test.mutate()}>
          Test with it
        </Button>
        {sessionId !== null && (
          <Anchor component={Link} to={`/sessions/${sessionId}`} size="sm">
            Open session
          </Anchor>
        )}
      </Group>
      <Code block className={classes.example ?? ''} tabIndex={0} aria-label="Body of the test event">
        {bodyOf(request)}
      </Code>
      {sessionId === null && (
        <p className={classes.note}>
          {isFiltered
            ? 'The published filter refused it: the sender got 202, and no session started.'
            : 'The sender got 409: nothing runs until you publish.'}
        </p>
      )}
    </>
  );
}

/** Returns the caught request; null when there is none or it is not read yet. An accepted one is in its session. */
function useCaughtRequest(
  { output }: Component,
  caught: { sessionId: string | null; request: string | null } | null,
): string | null {
  const session = useQuery({
    ...sessionQuery(caught?.sessionId ?? ''),
    enabled: typeof caught?.sessionId === 'string',
  });
  if (caught === null || caught.request !== null) return caught?.request ?? null;
  const sent = (session.data?.placeholderValues as JsonObject | undefined)?.[output ?? ''];
  return typeof sent === 'string' ? sent : null;
}

function bodyOf(request: string): string {
  const { body = null } = JSON.parse(request) as { body?: Json };
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
