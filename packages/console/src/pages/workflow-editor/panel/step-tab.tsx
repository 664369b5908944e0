import { Button, Group } from '@mantine/core';
import { IconPin, IconPinnedOff, IconPlayerPlay } from '@tabler/icons-react';
import type { Json } from '@workflow/workflow-model';
import { StepDetail } from '../../../features/sessions/step-detail.tsx';
import { useEditor } from '../../../editor/editor-context.ts';
import { PinEditor } from './pin-editor.tsx';
import { withPin } from '../../../editor/values/pinned-outputs.ts';
import { useRunAlone } from '../../../editor/canvas/use-run-alone.ts';
import { usePicked } from '../../../ui/value-store.ts';
import classes from './component-panel.module.css';

/** Input and output of the component in the run that the canvas shows, else in the last one; its pinned output. */
export function StepTab({ componentId }: { componentId: string }) {
  const { workflowId, liveRun, lastSteps, pins } = useEditor();
  const live = usePicked(liveRun, (run) => run?.lastSteps.get(componentId) ?? null);
  const last = usePicked(lastSteps, (all) => all.get(componentId) ?? null);
  const pinned = usePicked(pins, (all) => all[componentId]);
  const runAlone = useRunAlone();
  const step = live ?? last;
  const hasOutput = step?.status === 'SUCCEEDED';
  const pin = (value: Json | undefined) => pins.set(withPin(workflowId, pins.get(), componentId, value));
  return (
    <div className={classes.section}>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerPlay size={14} />}
          loading={runAlone.isPending}
          onClick={() => runAlone.mutate(componentId)}
        >
          Run only this component
        </Button>
        {pinned === undefined ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPin size={14} />}
            onClick={() => pin((hasOutput ? step.output : (step?.output ?? {})) as Json)}
          >
            {hasOutput ? 'Pin output' : 'Pin a value'}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPinnedOff size={14} />}
            onClick={() => pin(undefined)}
          >
            Unpin output
          </Button>
        )}
      </Group>
      {pinned !== undefined && (
        <>
          <p className={classes.description}>Test runs use the pinned output instead of running this component.</p>
          <PinEditor key={componentId} value={pinned} onChange={pin} />
        </>
      )}
      {step ? <StepDetail step={step} /> : <p className={classes.description}>This component has not run.</p>}
    </div>
  );
}
