import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { EVENT_HOOK, eventHookPath, eventHookSecurity, eventHookWithSecretSchema } from './event-hook-schemas.ts';

export const rotateEventHook = defineRoute({
  method: 'POST',
  path: `${eventHookPath}/{id}/rotate`,
  summary: 'Give an event hook a new secret',
  description:
    'For 24 hours the previous secret signs as well: `webhook-signature` has both signatures. A hook that was ' +
    'switched off is switched on again.',
  security: eventHookSecurity,
  params: params('id'),
  responses: { 200: { description: 'The hook, with its new secret.', schema: eventHookWithSecretSchema } },
  async handler(context, { params: { id } }, caller) {
    const rotated = await organizationOf(context, caller).rotateEventHook(actorOf(caller), id);
    const { hook, secret } = required(rotated, EVENT_HOOK, id);
    return { status: 200, body: { ...hook, secret } };
  },
});
