import { routesOf } from '../http/define-route.ts';
import { answerCallback } from './answer-callback.ts';

/** Routes by which other systems answer the questions of waiting sessions. */
export const callbacksRoutes = routesOf('Callbacks', { answerCallback });
