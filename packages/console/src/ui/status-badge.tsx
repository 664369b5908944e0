import { nameOf } from '../names/name-of.ts';
import { statusNames } from '../names/session-names.ts';
import classes from './status-badge.module.css';

const TONES: Readonly<Record<string, string>> = {
  RUNNING: 'busy',
  WAITING: 'wait',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  PUBLISHED: 'good',
  CHANGED: 'wait',
  PAUSED: 'wait',
};

/** A state as a word with a dot; the colour adds no information. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={classes.badge} data-tone={TONES[status] ?? 'idle'} data-status={status}>
      {nameOf(statusNames, status)}
    </span>
  );
}
