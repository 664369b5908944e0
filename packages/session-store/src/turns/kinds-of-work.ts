/** The background loops that serve all organizations. */
export const KINDS_OF_WORK = [
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
export type Work = (typeof KINDS_OF_WORK)[number];
