import type { Json, JsonObject } from './definition.ts';
import { STARTED_BY_TRIGGERS } from './generated/session-triggers.ts';
import type { VersionMove } from './version-move.ts';

export const SESSION_STATUSES = ['QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const SESSION_MODES = ['PROD', 'TEST'] as const;
export type SessionMode = (typeof SESSION_MODES)[number];

/**
 * The ways to start sessions, with their names for people. The folders of triggers name theirs in
 * `session-trigger.json`. The enum `session_trigger` of the schema has the same values.
 */
export const SESSION_TRIGGER_NAMES = {
  API: 'API',
  CONSOLE: 'Console',
  WORKFLOW: 'Another workflow',
  MCP: 'MCP client',
  ...STARTED_BY_TRIGGERS,
} as const;
export type SessionTrigger = keyof typeof SESSION_TRIGGER_NAMES;
export const SESSION_TRIGGERS = Object.keys(SESSION_TRIGGER_NAMES) as SessionTrigger[];

export const STEP_STATUSES = ['RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/**
 * The reason why a step or a session failed. `code` is one of docs/errors.md. The log line also contains the `errorId`.
 */
export interface SessionError {
  code: string;
  message: string;
  componentId: string | null;
  errorId?: string;
}

/** The reasons why a session is QUEUED or WAITING. */
export const WAITING_FOR = [
  'executor',
  'concurrency',
  'order',
  'gather',
  'pause',
  'throttle',
  'quota',
  'delay',
  'children',
  'callback',
  'approval',
] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** A session in the API. Times are ISO-8601 in UTC. */
export interface SessionView {
  id: string;
  /** The session that started it, or null. */
  parentId: string | null;
  workflowId: string;
  workflowVersion: number | null;
  componentId: string;
  trigger: SessionTrigger;
  /** The label, or null. */
  label: string | null;
  mode: SessionMode;
  status: SessionStatus;
  run: number;
  /** The executor pool in which it was enqueued last, or waits. */
  pool: string;
  placeholderValues: JsonObject;
  output: Json;
  error: SessionError | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** The reason for waiting. It is null unless the session is QUEUED or WAITING. */
  waitingFor: WaitingFor | null;
  /** When a delayed session starts or was to start; null for a session that was not delayed. */
  startsAt: string | null;
  /** When it ends as expired unless an executor has claimed it by then; null if it never expires. */
  expiresAt: string | null;
  /** The last move to another version. Null if it runs the version that it was started with. */
  moved: VersionMove | null;
}

/** The decision about a call of a tool that needed an approval. */
export interface CallApproval {
  choice: 'approve' | 'reject';
  /** The account, the API key, or the name that a person entered; null for none. */
  by: string | null;
  comment: string | null;
  at: string;
}

/** The effect with which a call was sent to an app. A call with the effect `once` is not sent again. */
export type CallEffect = 'none' | 'repeatable' | 'once';

/**
 * A part of a component's step that is itself a step: a turn of an agent's model, or a call of one of its tools. `turn`
 * counts from 1. A call belongs to the turn that requested it, and has the name that the model used.
 */
export type StepPart =
  | { kind: 'turn'; turn: number }
  | { kind: 'tool'; turn: number; tool: string; approval?: CallApproval; effect?: CallEffect };

/** One attempt of one component in the API. */
export interface StepView {
  componentId: string;
  run: number;
  attempt: number;
  iteration: number;
  status: StepStatus;
  input: Json;
  output: Json;
  error: SessionError | null;
  startedAt: string;
  finishedAt: string | null;
  /** A problem that occurred while the session was accepted, for a trigger. */
  warning?: string;
  /** The fields of a `StepPart` without its effect, for a part of a step. */
  kind?: StepPart['kind'];
  turn?: number;
  tool?: string;
  approval?: CallApproval;
}
