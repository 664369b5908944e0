import { required } from '../errors/required.ts';
import { defineRoute, type Route } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, DELETED, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import {
  throttleHost,
  throttleParams,
  throttlePath,
  throttleRateSchema,
  throttleSchema,
  throttleSecurity,
} from './throttle-schemas.ts';

const ofHost = {
  path: `${throttlePath}/{host}`,
  tags: ['Organization'],
  security: throttleSecurity,
  params: throttleParams,
};

const putThrottle = defineRoute<{ host: string }, unknown, { perSecond: number; burst?: number }>({
  ...ofHost,
  method: 'PUT',
  operationId: 'putThrottle',
  summary: 'Limit how often components call a host',
  description: 'Applies to every `http-request` of the organization, on all executors, within a second.',
  paramsAreChosen: true,
  body: throttleRateSchema,
  responses: {
    200: { description: 'Replaced.', schema: throttleSchema },
    201: { description: 'Made.', schema: throttleSchema },
  },
  async handler(context, { params: { host }, body: { perSecond, burst = 1 } }, caller) {
    const organization = organizationOf(context, caller);
    const rate = { perSecond, burst };
    const { throttle, created } = await organization.putThrottle(actorOf(caller), host.toLowerCase(), rate);
    return { status: created ? 201 : 200, body: throttle };
  },
});

const readThrottle = defineRoute<{ host: string }>({
  ...ofHost,
  method: 'GET',
  operationId: 'readThrottle',
  summary: 'Read the throttle of a host',
  responses: { 200: { description: 'The throttle.', schema: throttleSchema } },
  async handler(context, { params: { host } }, caller) {
    const throttle = await organizationOf(context, caller).findThrottle(host.toLowerCase());
    return { status: 200, body: required(throttle, 'Throttle', host) };
  },
});

const deleteThrottle = defineRoute<{ host: string }>({
  ...ofHost,
  method: 'DELETE',
  operationId: 'deleteThrottle',
  summary: 'Delete the throttle of a host',
  responses: { 204: DELETED },
  async handler(context, { params: { host } }, caller) {
    const deleted = await organizationOf(context, caller).deleteThrottle(actorOf(caller), host.toLowerCase());
    required(deleted, 'Throttle', host);
    return { status: 204 };
  },
});

const listThrottles = defineRoute<unknown, { limit?: number; cursor?: string }>({
  method: 'GET',
  path: throttlePath,
  operationId: 'listThrottles',
  summary: 'List throttles by host',
  tags: ['Organization'],
  security: throttleSecurity,
  query: query({ limit: pageQuery.limit, cursor: throttleHost }),
  responses: { 200: { description: 'A page of throttles.', schema: pageSchema('ThrottlePage', throttleSchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await organizationOf(context, caller).listThrottles({ limit, ...page }) };
  },
});

export const throttleRoutes: Route[] = [putThrottle, readThrottle, deleteThrottle, listThrottles];
