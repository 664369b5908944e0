import { routesOf } from '../http/define-route.ts';
import { createApiKey } from './create-api-key.ts';
import { deleteApiKey } from './delete-api-key.ts';
import { deleteSecret } from './delete-secret.ts';
import { deleteThrottle } from './delete-throttle.ts';
import { exportAuditLog } from './export-audit-log.ts';
import { followAuditLog } from './follow-audit-log.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listAuditLog } from './list-audit-log.ts';
import { listConnectedApplications } from './list-connected-applications.ts';
import { listSecrets } from './list-secrets.ts';
import { listThrottles } from './list-throttles.ts';
import { putFailureHandler } from './put-failure-handler.ts';
import { putSecret } from './put-secret.ts';
import { putSecurity } from './put-security.ts';
import { putThrottle } from './put-throttle.ts';
import { readFailureHandler } from './read-failure-handler.ts';
import { readLimits } from './read-limits.ts';
import { readOverview } from './read-overview.ts';
import { readSecretUses } from './read-secret-uses.ts';
import { readSecret } from './read-secret.ts';
import { readSecurity } from './read-security.ts';
import { readThrottle } from './read-throttle.ts';
import { revokeConnectedApplication } from './revoke-connected-application.ts';

/** Routes for the objects of an organization: keys, connected applications, secrets, throttles, rules, audit log. */
export const organizationRoutes = routesOf('Organization', {
  createApiKey,
  listApiKeys,
  deleteApiKey,
  listConnectedApplications,
  revokeConnectedApplication,
  putThrottle,
  readThrottle,
  deleteThrottle,
  listThrottles,
  putSecret,
  readSecret,
  readSecretUses,
  listSecrets,
  deleteSecret,
  readFailureHandler,
  putFailureHandler,
  readOrganizationSecurity: readSecurity,
  putOrganizationSecurity: putSecurity,
  listAuditLog,
  exportAuditLog,
  followAuditLog,
  readLimits,
  readOverview,
});
