import type { AppEffect } from '@workflow/apps';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { actorOf, appsOf } from '../http/organization-of.ts';
import { params, uuid } from '../http/schema-parts.ts';
import { appName, appPath, appSchema, appSecurity, effect, httpUrl } from './app-schemas.ts';
import { savedApp } from './saved-app.ts';

const MAX_EFFECTS = 1_000;

const changeSchema = defineSchema('AppChange', {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: appName,
    credential: { ...uuid, nullable: true, description: 'Null for none.' },
    url: {
      ...httpUrl,
      description: 'Another URL of the source. Allowed only while the source was never read from its URL.',
    },
    effects: {
      type: 'object',
      maxProperties: MAX_EFFECTS,
      description: 'The effects of operations by key, instead of those that follow from methods and hints.',
      additionalProperties: effect,
    },
  },
});

export const changeApp = defineRoute({
  method: 'PUT',
  path: appPath,
  summary: 'Change the name, the credential, the effects or the address of an app',
  description: 'Omitted fields stay unchanged. After a change of its address the app is read again.',
  security: appSecurity,
  params: params('id'),
  body: changeSchema,
  bodyExample: { effects: { createOrder: 'repeatable' } },
  responses: {
    200: { description: 'The app.', schema: appSchema },
    409: { description: 'Another app has this name, or the source was read already.' },
  },
  async handler(context, { params: { id }, body }, caller) {
    const { effects, ...more } = body;
    const change = { ...more, ...(effects !== undefined && { effects: effects as Record<string, AppEffect> }) };
    const outcome = await appsOf(context, caller).change(actorOf(caller), id, change);
    return { status: 200, body: savedApp(outcome, body.name ?? id, body.credential ?? null) };
  },
});
