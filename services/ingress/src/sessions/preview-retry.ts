import { defineRoute } from '../http/define-route.ts';
import { reasonOf } from './refused-retry.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';
import { componentChangesSchema } from './session-schemas.ts';
import { defineObject } from '../http/schema-parts.ts';

const previewSchema = defineObject('RetryPreview', {
  possible: { type: 'boolean' },
  reason: { type: 'string', nullable: true, description: 'The reason why it is not possible; else null.' },
  fromVersion: { type: 'integer', nullable: true, description: 'The version that it ran; null for TEST.' },
  toVersion: {
    type: 'integer',
    nullable: true,
    description: 'The published version; null for TEST, and when there is none.',
  },
  changes: componentChangesSchema,
  kept: {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'The components whose results are reused; all others that are reached run.',
  },
});

const NOTHING = { changes: [], kept: [] };

export const previewRetry = defineRoute({
  method: 'GET',
  path: '/v1/sessions/{id}/retry',
  summary: 'See what a retry on the latest version would do',
  description:
    'Changes nothing. Compares the version that the session ran with the published one, or for TEST with the draft, ' +
    'and returns which results a retry with `?version=latest` from the failed step would reuse.',
  security: { kind: 'caller', scope: 'read' },
  params: sessionParams,
  responses: {
    200: { description: 'The effect of the retry, or the reason why it is not possible.', schema: previewSchema },
    404: { description: 'No such session.' },
  },
  async handler(context, { params }, caller) {
    const preview = await context.store.sessions.commands.previewRetry(caller.organizationId, params.id);
    if (preview.kind === 'not-found') throw sessionNotFound(params.id);
    if (preview.kind === 'possible') {
      const { fromVersion, toVersion, changes, retained } = preview;
      return { status: 200, body: { possible: true, reason: null, fromVersion, toVersion, changes, kept: retained } };
    }
    if (preview.kind === 'impossible') {
      const { fromVersion, toVersion, reason } = preview;
      const sentence = reasonOf({ kind: 'impossible', version: toVersion, reason });
      return { status: 200, body: { possible: false, reason: sentence, fromVersion, toVersion, ...NOTHING } };
    }
    return {
      status: 200,
      body: { possible: false, reason: reasonOf(preview), fromVersion: null, toVersion: null, ...NOTHING },
    };
  },
});
