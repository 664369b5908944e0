import { Button, Group } from '@mantine/core';
import type { Schemas } from '@workflow/api-types';
import type { ScheduleRule } from '@workflow/due-times';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRun } from '../../api/queries/sessions.ts';
import { usePauseWorkflow } from '../../api/queries/workflows.ts';
import { PauseDialog } from '../../features/pausing/pause-dialog.tsx';
import { formatDueTime } from '../../features/schedules/format-due-time.ts';
import { scheduleWords } from '../../features/schedules/schedule-words.ts';
import { showError } from '../../ui/show-error.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';

type Schedule = Schemas['Schedule'];

export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const { workflowId, workflowName, componentName, cron, everySeconds, timeZone, paused, nextDueTime } = schedule;
  const rule: ScheduleRule = cron === undefined ? { everySeconds: everySeconds ?? 0 } : { cron, timeZone };
  const next = nextDueTime === null ? 'None' : formatDueTime(nextDueTime, timeZone);
  return (
    <tr>
      <td className={tableClasses.grow}>
        <Link to={`/workflows/${workflowId}`} className={tableClasses.name} title={workflowName}>
          {workflowName}
        </Link>
        <div className={`${tableClasses.soft} ${tableClasses.clamped}`}>
          {componentName}: {scheduleWords(rule)}
        </div>
        <div className={tableClasses.onPhones}>{paused ? <StatusBadge status="PAUSED" /> : `Next: ${next}`}</div>
      </td>
      <td className={tableClasses.wide}>{paused ? <StatusBadge status="PAUSED" /> : next}</td>
      <td className={tableClasses.wide}>
        <LastDueTime schedule={schedule} />
      </td>
      <td>
        <Group gap={8} justify="flex-end" className={tableClasses.buttons ?? ''}>
          <RunNow schedule={schedule} />
          <PauseOrResume workflow={{ id: workflowId, name: workflowName }} paused={paused} />
        </Group>
      </td>
    </tr>
  );
}

const FATES = { started: 'Started', waiting: 'Waits', skipped: 'Skipped', missed: 'Missed' } as const;

function LastDueTime({ schedule }: { schedule: Schedule }) {
  const { lastDueTime, lastStatus, lastSessionId, lastSessionStatus, timeZone } = schedule;
  if (lastDueTime === null || lastStatus === null) return '–';
  const time = formatDueTime(lastDueTime, timeZone);
  return (
    <Group gap={8} wrap="nowrap">
      {lastSessionStatus === null ? <span>{FATES[lastStatus]}</span> : <StatusBadge status={lastSessionStatus} />}
      {lastSessionId === null ? <span>{time}</span> : <Link to={`/sessions/${lastSessionId}`}>{time}</Link>}
    </Group>
  );
}

/** Runs the schedule now, with the present time in place of a due time. */
function RunNow({ schedule: { workflowId, workflowName, componentId, output } }: { schedule: Schedule }) {
  const run = useRun();
  const navigate = useNavigate();
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={run.isPending}
      aria-label={`Run now: ${workflowName}`}
      onClick={() => {
        const placeholderValues = output === null ? {} : { [output]: new Date().toISOString() };
        run.mutate(
          { workflowId, componentId, mode: 'PROD', placeholderValues },
          { onSuccess: ({ sessionId }) => void navigate(`/sessions/${sessionId}`), onError: showError },
        );
      }}
    >
      Run now
    </Button>
  );
}

function PauseOrResume({ workflow, paused }: { workflow: { id: string; name: string }; paused: boolean }) {
  const [asking, setAsking] = useState(false);
  const pause = usePauseWorkflow(workflow.id);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={pause.isPending}
        aria-label={paused ? `Resume ${workflow.name}` : `Pause ${workflow.name}`}
        onClick={() => (paused ? pause.mutate(false) : setAsking(true))}
      >
        {paused ? 'Resume' : 'Pause…'}
      </Button>
      {asking && <PauseDialog workflow={workflow} onClose={() => setAsking(false)} />}
    </>
  );
}
