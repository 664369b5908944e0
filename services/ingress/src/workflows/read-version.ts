import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { versionParams } from './version-params.ts';
import { versionWithDefinitionSchema } from './workflow-schemas.ts';

export const readVersion = defineRoute({
  method: 'GET',
  path: '/v1/workflows/{id}/versions/{number}',
  summary: 'Read a version with its definition',
  security: { kind: 'caller', scope: 'manage' },
  params: versionParams,
  responses: { 200: { description: 'The version.', schema: versionWithDefinitionSchema } },
  async handler(context, { params: { id, number } }, caller) {
    const version = await organizationOf(context, caller).readVersion(id, Number(number));
    return { status: 200, body: required(version, 'Version', number) };
  },
});
