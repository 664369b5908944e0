import type { Route } from '../http/define-route.ts';
import { answerCallback } from './answer-callback.ts';

/** Routes for answers of other systems to the questions of waiting sessions. */
export const callbacksRoutes: readonly Route[] = [answerCallback];
