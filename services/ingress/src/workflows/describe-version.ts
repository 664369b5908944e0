import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { versionParams } from './version-params.ts';
import { versionSchema, versionWordsProperties } from './workflow-schemas.ts';

export const describeVersion = defineRoute({
  method: 'PATCH',
  path: '/v1/workflows/{id}/versions/{number}',
  summary: 'Name a version and describe what is new in it',
  description: 'Fields that are left out do not change. The definition of a version never changes.',
  security: { kind: 'caller', scope: 'manage' },
  params: versionParams,
  body: { type: 'object', additionalProperties: false, properties: versionWordsProperties },
  responses: { 200: { description: 'The version.', schema: versionSchema } },
  async handler(context, { params: { id, number }, body }, caller) {
    const version = await organizationOf(context, caller).describeVersion(actorOf(caller), id, Number(number), body);
    return { status: 200, body: required(version, 'Version', number) };
  },
});
