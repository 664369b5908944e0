import classes from './status-badge.module.css';

const WORDS: Record<string, { word: string; tone: string }> = {
  QUEUED: { word: 'Queued', tone: 'idle' },
  RUNNING: { word: 'Running', tone: 'busy' },
  WAITING: { word: 'Waiting', tone: 'wait' },
  SUCCEEDED: { word: 'Succeeded', tone: 'good' },
  FAILED: { word: 'Failed', tone: 'bad' },
  CANCELLED: { word: 'Cancelled', tone: 'idle' },
  DRAFT: { word: 'Draft', tone: 'idle' },
  PUBLISHED: { word: 'Published', tone: 'good' },
  CHANGED: { word: 'Changed since', tone: 'wait' },
};

/** A state as a word with a dot; the colour only repeats the word. */
export function StatusBadge({ status }: { status: string }) {
  const { word, tone } = WORDS[status] ?? { word: status, tone: 'idle' };
  return (
    <span className={classes.badge} data-tone={tone} data-status={status}>
      {word}
    </span>
  );
}
