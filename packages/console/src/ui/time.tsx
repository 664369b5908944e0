import { useSyncExternalStore } from 'react';
import { formatAge, formatDateTime, formatSpan } from './format-time.ts';

let now = Date.now();
const listeners = new Set<() => void>();
let timer: number | undefined;

/** One clock for every time on the page, ticking only while one is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The clock stopped when the last page that showed a time was left.
    now = Date.now();
    timer = window.setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      window.clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The current time in milliseconds, updated every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** How long ago, with the exact local time as a tooltip. */
export function Ago({ time }: { time: string }) {
  return <Elapsed time={time} format={formatAge} />;
}

/** For how long, such as `5 min`, with the exact local time of the beginning as a tooltip. */
export function For({ since }: { since: string }) {
  return <Elapsed time={since} format={formatSpan} />;
}

function Elapsed({ time, format }: { time: string; format: (ms: number) => string }) {
  const current = useNow();
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {format(current - Date.parse(time))}
    </time>
  );
}
