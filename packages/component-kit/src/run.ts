export { sizeWithin } from '@workflow/expressions';
export {
  AnswerFailure,
  MAX_RETRY_AFTER_MS,
  maySignIn,
  readHttpUrl,
  readRetryAfterMs,
  requireSignInHost,
} from '@workflow/outbound';
export type { AnsweredHop, HttpAnswer, HttpCall, SignIn, StreamedBody } from '@workflow/outbound';
export {
  charsetOf,
  checkParsedFields,
  dateTimeForMysql,
  decodeBase64,
  dependsOnType,
  extendedValue,
  headerField,
  headerParameters,
  isJsonObjectOrList,
  mailAddress,
  mailAddresses,
  mailAttachments,
  mailBody,
  mailHeader,
  mysqlParameter,
  parseReceivedJson,
  postgresParameter,
  queryItems,
  readInternetDate,
} from '@workflow/placeholder-values';
export {
  asChosenCode,
  asText,
  dateTimeMillis,
  fileNameOf,
  hasTooManyShapes,
  isFileValue,
  isStorableText,
  isTerminal,
  isTruthy,
  StepFailure,
  TOO_MANY_SHAPES,
} from '@workflow/workflow-model';
export type {
  AskedField,
  CallApproval,
  CallEffect,
  Checked,
  FailureCode,
  Field,
  FileValue,
  Json,
  JsonObject,
} from '@workflow/workflow-model';
export { claimLost } from './run/claim-lost.ts';
export {
  failUnlessSucceeded,
  readChildrenOf,
  startOrFail,
  waitForChildren,
  withoutChildrenOfFailure,
} from './run/start-children.ts';
export type { OpenedOperation } from './run/apps.ts';
export type { FieldEncoding, HttpBody, HttpParameter, HttpPlan, ToolPlan } from '@workflow/apps';
export type { ComponentFiles, NewFileName, OpenedFile } from './run/component-files.ts';
export type {
  BodyStart,
  Children,
  ChildTarget,
  ChildState,
  ChildWatch,
  ChildStart,
  StartOutcome,
  WantedChild,
} from './run/child-sessions.ts';
export { conformValue, valueOrFailure } from './run/conform-value.ts';
export { defineRunner } from './run/define-runner.ts';
export type { ComponentRunner, RunnableType, Runner } from './run/define-runner.ts';
export type { Bucket, BucketObject, BucketRequest } from './run/opened/bucket.ts';
export type { Database, DatabaseResult, DatabaseStatement } from './run/opened/database.ts';
export type { MailAddress, MailAttachment, MailMessage, MailServer } from './run/opened/mail-server.ts';
export type { Mailbox, MailFilter, MailFolder, ReadMail } from './run/opened/mailbox.ts';
export type { ModelServer, ModelTokens, ModelUsage } from './run/opened/model-server.ts';
export { messageIdOf } from './run/message-id.ts';
export { readJsonSource } from './run/read-json-source.ts';
export type { Decision, Question, Questions, QuestionState } from './run/questions.ts';
export type { RowTarget, Tables } from './run/tables.ts';
export type { StoredValues, ValueScope } from './run/stored-values.ts';
export { definePoller } from './run/define-poller.ts';
export { MAX_POLLED } from './run/polling.ts';
export type { Poll, PollContext, PollLimits, PollResult } from './run/polling.ts';
export { triggerRunner } from './run/trigger-runner.ts';
export type { ComponentHttp, RunContext, StepContext } from './run/run-context.ts';
export type { AgentMemory, EarlierTurns } from './run/agent-memory.ts';
export type { MeasuredPart, PartHead, RecordedPart, StepParts, StreamedText } from './run/step-parts.ts';
export { sendNotification } from './run/send-notification.ts';
export { statusFailure } from './run/status-failure.ts';
export type { SentResponse } from './run/sent-response.ts';
export { whenReady } from './run/step-result.ts';
export type { StepResult } from './run/step-result.ts';
export type { Rate, Throttles } from './run/throttles.ts';
