import { openFileStore, type FileStore } from '@workflow/file-store';
import { storeOptionsOf } from '@workflow/service-runtime';
import { createSessionStore, type SessionStore } from '@workflow/session-store';
import { compareDefinitions, compileStartRules } from '@workflow/validation';
import type { IngressConfig } from './config.ts';

interface StoreMetrics {
  statementEnded(statement: string, seconds: number): void;
  batchWritten(operation: string, items: number): void;
}

/** Opens sessions, workflows and accounts in PostgreSQL. Nothing connects before it is used. */
export function openStore(config: IngressConfig, { statementEnded, batchWritten }: StoreMetrics): SessionStore {
  return createSessionStore({
    ...storeOptionsOf(config),
    compareDefinitions,
    startRulesOf: compileStartRules,
    limits: config.organizationLimits,
    onStatement: statementEnded,
    onBatch: batchWritten,
    lingerMs: config.intake.acceptGatherMs,
    maxGatherSize: config.intake.maxGatherBytes,
    maxPending: config.intake.maxPendingAccepts,
    maxPendingCharacters: config.intake.maxPendingAcceptBytes,
  });
}

export type { FileStore };

/** Opens the store for the bytes of files. */
export function openFiles({ files }: IngressConfig, store: Pick<SessionStore, 'files'>): FileStore {
  return openFileStore({ files: store.files, ...files });
}
