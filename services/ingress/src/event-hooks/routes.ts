import { routesOf } from '../http/define-route.ts';
import { createEventHook } from './create-event-hook.ts';
import { deleteEventHook } from './delete-event-hook.ts';
import { listEventDeliveries } from './list-event-deliveries.ts';
import { listEventHooks } from './list-event-hooks.ts';
import { redeliverEvent } from './redeliver-event.ts';
import { rotateEventHook } from './rotate-event-hook.ts';
import { testEventHook } from './test-event-hook.ts';

/** Routes for event hooks and their deliveries. */
export const eventHooksRoutes = routesOf('Organization', {
  createEventHook,
  listEventHooks,
  deleteEventHook,
  rotateEventHook,
  testEventHook,
  listEventDeliveries,
  redeliverEvent,
});
