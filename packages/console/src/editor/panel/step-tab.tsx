import { Button, Group } from '@mantine/core';
import { IconPin, IconPinnedOff, IconPlayerPlay } from '@tabler/icons-react';
import type { Json } from '@workflow/workflow-model';
import { StepDetail } from '../../sessions/step-detail.tsx';
import { texts } from '../../texts/component-panel.ts';
import { DataView } from '../../ui/data-view.tsx';
import { useEditor } from '../editor-context.ts';
import { withPin } from '../run/pinned-outputs.ts';
import { useRunAlone } from '../run/use-run-alone.ts';
import { usePicked } from '../value-store.ts';
import classes from './component-panel.module.css';

/** Input and output of the component in the run that the canvas shows, else in the last one; its pinned output. */
export function StepTab({ componentId }: { componentId: string }) {
  const { workflowId, liveRun, lastSteps, pins } = useEditor();
  const live = usePicked(liveRun, (run) => run?.lastSteps.get(componentId) ?? null);
  const last = usePicked(lastSteps, (all) => all.get(componentId) ?? null);
  const pinned = usePicked(pins, (all) => all[componentId]);
  const runAlone = useRunAlone();
  const step = live ?? last;
  const canPin = step?.status === 'SUCCEEDED' && pinned === undefined;
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
          {texts.runOnlyThisComponent}
        </Button>
        {canPin && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPin size={14} />}
            onClick={() => pin(step.output as Json)}
          >
            {texts.pinOutput}
          </Button>
        )}
        {pinned !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPinnedOff size={14} />}
            onClick={() => pin(undefined)}
          >
            {texts.unpinOutput}
          </Button>
        )}
      </Group>
      {pinned !== undefined && (
        <>
          <p className={classes.description}>{texts.pinnedOutputIsUsed}</p>
          <DataView label={texts.pinnedOutput} value={pinned} />
        </>
      )}
      {step ? <StepDetail step={step} /> : <p className={classes.description}>{texts.thisComponentHasNotRun}</p>}
    </div>
  );
}
