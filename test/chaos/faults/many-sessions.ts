import { bulkCancel } from './bulk-cancel.ts';
import { bulkRetry } from './bulk-retry.ts';
import { largeBacklog } from './large-backlog.ts';
import { randomKills } from './random-kills.ts';

/** Faults with very many sessions. */
export const manySessions = [largeBacklog, ...bulkCancel, bulkRetry, ...randomKills];
