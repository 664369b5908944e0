import type { PrismaClient } from '../generated/client.ts';
import { readAuditStream } from '../management/audit-log.ts';
import { makeOperatorReset } from '../management/password-resets.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SecretsKeys } from '../sealing/secret-sealing.ts';
import { drainExecutor } from './drain-executor.ts';
import { findOrganization, listOrganizations } from './list-organizations.ts';
import { listStuck } from './list-stuck.ts';
import { readLoad } from './read-load.ts';
import { requeueSession } from './requeue-session.ts';
import { resealSecrets } from './reseal-secrets.ts';

export type Operator = ReturnType<typeof openOperator>;

/** Opens the operations of the service's operator, which concern all organizations. */
export function openOperator(sql: Sql, prisma: PrismaClient, options: SecretsKeys & { executorDeadAfterMs: number }) {
  const [onSql, onPrisma] = [operationsOn(sql), operationsOn(prisma)];
  return {
    readLoad: () => readLoad(sql, options.executorDeadAfterMs),
    listOrganizations: onPrisma(listOrganizations),
    resealSecrets: (by: string) => resealSecrets(sql, options, by),
    drainExecutor: onSql(drainExecutor),
    listStuck: (minutes: number) => listStuck(sql, minutes, options.executorDeadAfterMs),
    requeueSession: onPrisma(requeueSession),
    makePasswordReset: onPrisma(makeOperatorReset),
    readAuditStream: onPrisma(readAuditStream),
    findOrganization: onPrisma(findOrganization),
  };
}
