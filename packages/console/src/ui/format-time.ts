import { texts } from '../texts/controls.ts';

/** An age in words: `now`, `12 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 2) return texts.now;
  if (seconds < 60) return texts.ago(texts.seconds(seconds));
  if (seconds < 3600) return texts.ago(texts.minutes(Math.floor(seconds / 60)));
  if (seconds < 86_400) return texts.ago(texts.hours(Math.floor(seconds / 3600)));
  return texts.ago(texts.days(Math.floor(seconds / 86_400)));
}

/** A duration: `8 ms`, `1.24 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return texts.milliseconds(Math.max(0, Math.round(ms)));
  if (ms < 60_000) return texts.seconds((ms / 1000).toFixed(ms < 10_000 ? 2 : 1));
  if (ms < 3_600_000)
    return `${texts.minutes(Math.floor(ms / 60_000))} ${texts.seconds(Math.floor((ms % 60_000) / 1000))}`;
  return `${texts.hours(Math.floor(ms / 3_600_000))} ${texts.minutes(Math.floor((ms % 3_600_000) / 60_000))}`;
}

/** Milliseconds between two times; until `now` if the second is missing, null if the first is. */
export function durationBetween(from: string | null, to: string | null, now: number): number | null {
  if (from === null) return null;
  return (to === null ? now : Date.parse(to)) - Date.parse(from);
}
