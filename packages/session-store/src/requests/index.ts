import type { Sql } from '../postgres/sql.ts';
import type { OrganizationLimits } from '../organization/organization-limits.ts';
import {
  answerRequest,
  takeRequests,
  askExecutors,
  dropRequest,
  readAnswer,
  type AskOptions,
  type ExecutorRequest,
} from './ask-executors.ts';
import { operationsOn } from '../postgres/operations-on.ts';

export type ExecutorRequests = ReturnType<typeof openExecutorRequests>;

/** Opens the requests that ingress sends to any executor. */
export function openExecutorRequests(sql: Sql, executorDeadAfterMs: number, limits: OrganizationLimits) {
  const on = operationsOn(sql);
  const options: AskOptions = { executorDeadAfterMs, most: limits.executorRequests };
  return {
    ask: (request: ExecutorRequest, withinMs: number) => askExecutors(sql, options, request, withinMs),
    readAnswer: on(readAnswer),
    drop: on(dropRequest),
    take: on(takeRequests),
    answer: on(answerRequest),
  };
}
