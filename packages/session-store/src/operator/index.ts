import type { PrismaClient } from '../generated/client.ts';
import { readAuditStream, type Actor, type AuditStreamRequest } from '../management/audit-log.ts';
import { makeOperatorReset, type OperatorReset } from '../management/password-resets.ts';
import type { PageRequest } from '../management/page.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SecretsKeys } from '../sealing/secret-sealing.ts';
import { drainExecutor } from './drain-executor.ts';
import { findOrganization, listOrganizations } from './list-organizations.ts';
import { listStuck } from './list-stuck.ts';
import { readLoad } from './read-load.ts';
import { requeueSession } from './requeue-session.ts';
import { resealSecrets } from './reseal-secrets.ts';

export type { Load } from './read-load.ts';
export type { OrganizationSummary } from './list-organizations.ts';

export type Operator = ReturnType<typeof openOperator>;

/** Opens the operations of the service's operator, which concern all organizations. */
export function openOperator(sql: Sql, prisma: PrismaClient, options: SecretsKeys & { executorDeadAfterMs: number }) {
  return {
    readLoad: () => readLoad(sql, options.executorDeadAfterMs),
    listOrganizations: (page: PageRequest) => listOrganizations(prisma, page),
    resealSecrets: (by: string) => resealSecrets(sql, options, by),
    drainExecutor: (executorId: string) => drainExecutor(sql, executorId),
    listStuck: (minutes: number) => listStuck(sql, minutes, options.executorDeadAfterMs),
    requeueSession: (actor: Actor, sessionId: string) => requeueSession(prisma, actor, sessionId),
    makePasswordReset: (actor: Actor, email: string, reset: OperatorReset) =>
      makeOperatorReset(prisma, actor, email, reset),
    readAuditStream: (request: AuditStreamRequest) => readAuditStream(prisma, request),
    findOrganization: (id: string) => findOrganization(prisma, id),
  };
}
