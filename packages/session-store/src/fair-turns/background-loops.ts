/** The background loops that serve all organizations. */
export const BACKGROUND_LOOPS = [
  'events',
  'deliveries',
  'failures',
  'operations',
  'trees',
  'deletions',
  'retention',
  'storage',
  'reconcile',
  'hold',
  'move',
  'admit',
  'enqueue',
  'rescue',
  'depths',
  'schedules',
] as const;
export type BackgroundLoop = (typeof BACKGROUND_LOOPS)[number];
