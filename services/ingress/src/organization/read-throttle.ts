import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { throttleSchema, throttleOfHost } from './throttle-schemas.ts';

export const readThrottle = defineRoute({
  ...throttleOfHost,
  method: 'GET',
  summary: 'Read the throttle of a host',
  responses: { 200: { description: 'The throttle.', schema: throttleSchema } },
  async handler(context, { params: { host } }, caller) {
    const throttle = await organizationOf(context, caller).findThrottle(host.toLowerCase());
    return { status: 200, body: required(throttle, 'Throttle', host) };
  },
});
