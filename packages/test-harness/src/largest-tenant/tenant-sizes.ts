import type { Definition } from '@workflow/workflow-model';

/** The number of rows of each kind in the organization, by docs/environment.md and packages/validation. */
export const LIMITS = {
  /** The bytes of the document of an app that is to be read. */
  documentBytes: 20 * 1024 * 1024,
  agentTurns: 100,
  callsOfTurn: 16,
  /** The latest earlier sessions that an agent remembers. */
  rememberedSessions: 100,
  workflows: 2_000,
  versions: 10_000,
  keptDrafts: 20,
  /** The number of workflows whose drafts and versions are as large as the wide one: one page of a list. */
  copies: 100,
  apiKeys: 200,
  credentials: 200,
  apps: 100,
  appVersions: 100,
  appOperations: 20_000,
  secrets: 500,
  throttles: 200,
  hooks: 20,
  members: 100,
  tables: 100,
  rowsPerTable: 50_000,
  storedValues: 100_000,
  files: 100_000,
  operations: 1_000,
  children: 100_000,
  sessions: 20_000,
  largeSessions: 20,
  valueBytes: 8_000_000,
  deliveries: 20_000,
  approvals: 10_000,
  auditEntries: 100_000,
};

/** The numbers of the large workflows. */
export const LARGE = { wide: 1, triggers: 2, form: 3, versions: 4, chat: 5, copies: 10 };

export type TenantDefinitions = Record<number, Definition> & { small: Definition };
