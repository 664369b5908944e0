import type { Route } from '../http/define-route.ts';
import { answerCallback } from './answer-callback.ts';

/** Answers of other systems to the questions of waiting sessions. */
export const callbacksRoutes: readonly Route[] = [answerCallback];
