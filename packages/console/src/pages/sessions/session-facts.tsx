import { DEFAULT_POOL, SESSION_TRIGGER_NAMES } from '@workflow/workflow-model';
import { Link } from 'react-router';
import { versionHref } from '../../editor/dialogs.ts';
import type { Session, Step } from '../../api/types.ts';
import { durationBetween, formatDateTime, formatDuration } from '../../ui/format-time.ts';
import { useNow } from '../../ui/time.tsx';
import { modeNames } from '../../names/session-names.ts';
import { nameOf as nameOfCode } from '../../names/name-of.ts';
import { DelayNotice } from './delay-notice.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { SessionApprovals } from './session-approvals.tsx';
import { waitsForStart } from './starts-in.ts';
import { WaitingNotice } from './waiting-notice.tsx';
import { SessionLink } from '../../features/sessions/session-link.tsx';
import classes from './session-facts.module.css';

interface SessionFactsProps {
  session: Session;
  steps: readonly Step[];
  /** Returns the name of a component. */
  nameOf: (componentId: string) => string;
}

/** Shows why the session waits, if it does, and its other properties. */
export function SessionFacts({ session, steps, nameOf }: SessionFactsProps) {
  return (
    <>
      {session.waitingFor !== null && (
        <div className={classes.waiting}>
          {waitsForStart(session) ? (
            <DelayNotice session={session} />
          ) : (
            <WaitingNotice session={session} waitingFor={session.waitingFor} steps={steps} nameOf={nameOf} />
          )}
          {session.waitingFor === 'approval' && <SessionApprovals sessionId={session.id} />}
        </div>
      )}
      <Facts session={session} />
      {session.moved !== null && (
        <div className={classes.moved}>
          <MovedNotice moved={session.moved} />
        </div>
      )}
    </>
  );
}

function Facts({ session }: { session: Session }) {
  const now = useNow();
  const waited = durationBetween(session.createdAt, session.startedAt ?? session.finishedAt, now) ?? 0;
  const ran = durationBetween(session.startedAt, session.finishedAt, now);
  return (
    <dl className={classes.facts}>
      <Fact label="Workflow">
        {session.workflowVersion === null ? (
          <Link to={`/workflows/${session.workflowId}`}>Draft</Link>
        ) : (
          <Link to={versionHref(session.workflowId, session.workflowVersion)}>Version {session.workflowVersion}</Link>
        )}
      </Fact>
      {session.parentId !== null && (
        <Fact label="Parent">
          <SessionLink id={session.parentId}>Session that started it</SessionLink>
        </Fact>
      )}
      {session.pool !== DEFAULT_POOL && <Fact label="Executor pool">{session.pool}</Fact>}
      <Fact label="Mode">{nameOfCode(modeNames, session.mode)}</Fact>
      <Fact label="Started by">{nameOfCode(SESSION_TRIGGER_NAMES, session.trigger)}</Fact>
      <Fact label="Accepted">{formatDateTime(session.createdAt)}</Fact>
      {session.startsAt !== null && <Fact label="Delayed until">{formatDateTime(session.startsAt)}</Fact>}
      {session.expiresAt !== null && session.startedAt === null && (
        <Fact label="Expires">{formatDateTime(session.expiresAt)}</Fact>
      )}
      {session.run === 1 && <Fact label="Waited to start">{formatDuration(waited)}</Fact>}
      <Fact label="Took">{ran === null ? '–' : formatDuration(ran)}</Fact>
      {session.run > 1 && <Fact label="Run">{session.run}</Fact>}
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
