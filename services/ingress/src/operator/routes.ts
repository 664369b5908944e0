import { routesOf } from '../http/define-route.ts';
import { readDoctor } from './doctor.ts';
import { drainExecutor } from './drain-executor.ts';
import { listExecutors } from './list-executors.ts';
import { listMigrations } from './list-migrations.ts';
import { listOrganizations } from './list-organizations.ts';
import { listStuckSessions } from './list-stuck-sessions.ts';
import { pauseOrganization } from './pause-organization.ts';
import { putOrganizationQuotas } from './put-organization-quotas.ts';
import { readOrganizationQuotas } from './read-organization-quotas.ts';
import { readScaling } from './read-scaling.ts';
import { requeueSession } from './requeue-session.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { resetPassword } from './reset-password.ts';
import { resolveMigration } from './resolve-migration.ts';
import { resumeOrganization } from './resume-organization.ts';

/** The operator's routes, for callers with OPERATOR_KEY. */
export const operatorRoutes = routesOf('Operator', {
  listExecutors,
  readScaling,
  resealSecrets,
  listOrganizations,
  readOrganizationQuotas,
  putOrganizationQuotas,
  pauseOrganization,
  resumeOrganization,
  drainExecutor,
  listStuckSessions,
  requeueSession,
  resetPassword,
  listMigrations,
  resolveMigration,
  readDoctor,
});
