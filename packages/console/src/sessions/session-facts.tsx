import { Link } from 'react-router';
import type { Session } from '../api/types.ts';
import { durationBetween, formatDuration } from '../ui/format-time.ts';
import { useNow } from '../ui/time.tsx';
import { texts } from '../texts/sessions.tsx';
import { modeNames, nameWithCode, triggerNames } from '../texts/names.ts';
import { WaitingNotice } from './waiting-notice.tsx';
import { useCameFrom } from './way-back.tsx';
import classes from './session-facts.module.css';

/** What the session waits for, if anything, and its other properties. */
export function SessionFacts({ session }: { session: Session }) {
  return (
    <>
      {session.waitingFor !== null && (
        <div className={classes.waiting}>
          <WaitingNotice workflowId={session.workflowId} waitingFor={session.waitingFor} />
        </div>
      )}
      <Facts session={session} />
    </>
  );
}

function Facts({ session }: { session: Session }) {
  const now = useNow();
  const cameFrom = useCameFrom();
  const waited = durationBetween(session.createdAt, session.startedAt ?? session.finishedAt, now) ?? 0;
  const ran = durationBetween(session.startedAt, session.finishedAt, now);
  return (
    <dl className={classes.facts}>
      <Fact label={texts.workflow}>
        <Link to={`/workflows/${session.workflowId}`}>
          {session.workflowVersion === null ? texts.draft : texts.versionWorkflowVersion(session.workflowVersion)}
        </Link>
      </Fact>
      {session.parentId !== null && (
        <Fact label={texts.startedBySession}>
          <Link to={`/sessions/${session.parentId}`} state={cameFrom}>
            {texts.parentSession}
          </Link>
        </Fact>
      )}
      <Fact label={texts.mode}>{nameWithCode(modeNames, session.mode)}</Fact>
      <Fact label={texts.startedBy}>{nameWithCode(triggerNames, session.trigger)}</Fact>
      <Fact label={texts.accepted}>{new Date(session.createdAt).toLocaleString()}</Fact>
      {session.run === 1 && <Fact label={texts.waitedToStart}>{formatDuration(waited)}</Fact>}
      <Fact label={texts.took}>{ran === null ? '–' : formatDuration(ran)}</Fact>
      {session.run > 1 && <Fact label={texts.run}>{session.run}</Fact>}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
