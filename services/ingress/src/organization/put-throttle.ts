import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { throttleRateSchema, throttleSchema, throttleOfHost } from './throttle-schemas.ts';

export const putThrottle = defineRoute({
  ...throttleOfHost,
  method: 'PUT',
  summary: 'Limit how often components call a host',
  description: 'Applies to every `http-request` of the organization, on all executors, within a second.',
  paramsAreChosen: true,
  body: throttleRateSchema,
  responses: {
    200: { description: 'Replaced.', schema: throttleSchema },
    201: { description: 'Created.', schema: throttleSchema },
  },
  async handler(context, { params: { host }, body: { perSecond, burst = 1 } }, caller) {
    const organization = organizationOf(context, caller);
    const rate = { perSecond, burst };
    const { throttle, created } = await organization.putThrottle(actorOf(caller), host.toLowerCase(), rate);
    return { status: created ? 201 : 200, body: throttle };
  },
});
