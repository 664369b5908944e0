import { SESSION_TRIGGER_NAMES, type JsonObject } from '@workflow/workflow-model';
import { memo } from 'react';
import type { Session } from '../../api/types.ts';
import { durationBetween, formatDateTime, formatDuration } from '../../ui/format-time.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Ago, useNow } from '../../ui/time.tsx';
import { modeNames } from '../../names/session-names.ts';
import { valuesInBrief } from '../../features/sessions/values-in-brief.ts';
import { nameOf } from '../../names/name-of.ts';
import { startsIn, waitsForStart } from './starts-in.ts';
import { waits } from './waiting-names.ts';
import classes from './session-table.module.css';
import { SessionLink } from '../../features/sessions/session-link.tsx';

function StartsIn({ time }: { time: string | null }) {
  return startsIn(time, useNow());
}

interface SessionRowProps {
  session: Session;
  name: string;
  index: number;
  offset: number;
}

export const SessionRow = memo(function SessionRow({ session, name, index, offset }: SessionRowProps) {
  const brief = session.label ?? valuesInBrief(session.placeholderValues as JsonObject);
  const took = session.finishedAt === null ? null : durationBetween(session.startedAt, session.finishedAt, 0);
  return (
    <div className={classes.row} role="row" aria-rowindex={index + 2} style={{ transform: `translateY(${offset}px)` }}>
      <span role="cell">
        <StatusBadge status={session.status} />
      </span>
      <span role="cell" className={classes.name}>
        <SessionLink id={session.id} title={brief === '' ? name : `${name}: ${brief}`}>
          {name}
          {brief !== '' && <span className={classes.brief}>{brief}</span>}
        </SessionLink>
        {session.error && <span className={classes.error}>{session.error.message}</span>}
        {session.waitingFor !== null && (
          <span className={classes.waits}>
            {waitsForStart(session) ? <StartsIn time={session.startsAt} /> : waits[session.waitingFor].short}
          </span>
        )}
      </span>
      <span role="cell" className={classes.wide}>
        {nameOf(modeNames, session.mode)}
      </span>
      <span role="cell" className={classes.wide}>
        {nameOf(SESSION_TRIGGER_NAMES, session.trigger)}
      </span>
      <span role="cell" className={`${classes.wide} ${classes.number}`}>
        {took === null ? '–' : formatDuration(took)}
      </span>
      <span role="cell" className={classes.time}>
        {session.startedAt === null ? (
          <span title={`Accepted ${formatDateTime(session.createdAt)}`}>
            {session.finishedAt === null ? 'Not yet' : 'Never'}
          </span>
        ) : (
          <Ago time={session.startedAt} />
        )}
      </span>
    </div>
  );
});
