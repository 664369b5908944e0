import { CALLBACK, fillLargestTenant, tenantId } from '@workflow/test-harness';
import pg from 'pg';
import { firstAdmin } from '../management/people.ts';
import type { TestIngress } from '../start-test-ingress.ts';
import type { Asker } from './ask-route.ts';
import { TRIGGERS } from './route-requests.ts';

/**
 * Fills the organization, signs an admin of it in, and makes what only the service can make: tokens and addresses.
 */
export async function openAsker(ingress: TestIngress): Promise<Asker> {
  const { organization } = ingress;
  const admin = await firstAdmin(ingress);
  await fillLargestTenant(ingress.databaseUrl, organization.id);
  const database = new pg.Client({ connectionString: ingress.databaseUrl });
  await database.connect();
  const memberId = tenantId('other', 1_000_000);
  await database.query(
    `INSERT INTO members (id, organization_id, user_id, role) SELECT $1, $2, id, 'admin' FROM users WHERE email = $3`,
    [memberId, organization.id, admin.email],
  );
  await database.end();
  await admin.request('POST', '/api/auth/organization/set-active', { organizationId: organization.id });
  const credential = { name: 'Made by the service', type: 'http-basic', user: 'somebody', password: 'something' };
  const made = await admin.request('POST', '/v1/organization/credentials', credential);
  if (made.status !== 201) throw new Error(made.text);
  const { addresses } = ingress.context.store.questions;
  const place = (row: 'waiting' | 'held', number: number, component: number) => ({
    sessionId: tenantId(row, number),
    run: 1,
    componentId: tenantId('component', component),
    iteration: 0,
  });
  return {
    ingress,
    cookie: admin.cookie,
    signed: {
      webhookToken: await ingress.token(TRIGGERS, tenantId('component', 1_200)),
      callbackAddress: await addresses.tokenOf('callback', place('held', 1, CALLBACK)),
      approvalAddress: await addresses.tokenOf('approval', place('waiting', 1, 1)),
      deviceCode: 'ABCD-EFGH',
      keyId: tenantId('other', 2),
      memberId,
      credentialId: made.body.id,
      organizationId: organization.id,
    },
  };
}
