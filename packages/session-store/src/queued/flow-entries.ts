import type { FlowKeys } from '@workflow/workflow-model';
import { textArray, type SqlArray } from '../postgres/sql-arrays.ts';

/**
 * Returns common table expressions that free the places of ended sessions, and wake the keys that other sessions wait
 * for. A session has a place of its key while its entry is STARTED; flow control limits the places of a key. `source`
 * has the sessions in its column `id`.
 */
export function freeFlowPlaces(source: string): string {
  return `freed AS (
      DELETE FROM flow_entries WHERE session_id = ANY (ARRAY(SELECT id FROM ${source}))
      RETURNING workflow_id, concurrency_key, order_key
    ), freed_keys AS (
      INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
      SELECT DISTINCT workflow_id, concurrency_key, order_key FROM freed
    )`;
}

/**
 * Returns common table expressions that hold sessions from their acceptance. `source` has the columns `id`,
 * `organization_id`, `workflow_id`, `concurrency_key` and `order_key`; the keys are NULL for a session that is not on
 * hold. `startsAt` is another of its columns, which is not NULL for a delayed session.
 */
export function holdSessions(source: string, { retried = false, startsAt = 'starts_at' } = {}): string {
  return `entries AS (
      INSERT INTO flow_entries (session_id, organization_id, workflow_id, concurrency_key, order_key, stage, retried,
        starts_at)
      SELECT id, organization_id, workflow_id, concurrency_key, order_key,
        CASE WHEN ${startsAt} IS NOT NULL THEN 'DELAYED' WHEN order_key = '' THEN 'AT_LIMIT'
          ELSE 'IN_ORDER' END::flow_stage,
        ${retried}, ${startsAt}
      FROM ${source} WHERE concurrency_key IS NOT NULL
      RETURNING workflow_id, concurrency_key, order_key, starts_at
    ), entry_keys AS (
      INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
      SELECT DISTINCT workflow_id, concurrency_key, order_key FROM entries WHERE starts_at IS NULL
    )`;
}

/**
 * Returns common table expressions for sessions that a pause holds after they were accepted. `source` has the columns
 * `id`, `organization_id` and `workflow_id`. A session under flow control keeps its position, and frees its place.
 */
export function enterFlow(source: string): string {
  return `entries AS (
      INSERT INTO flow_entries (session_id, organization_id, workflow_id, stage)
      SELECT id, organization_id, workflow_id, 'AT_LIMIT' FROM ${source}
      ON CONFLICT (session_id) DO UPDATE SET stage = 'AT_LIMIT'
      RETURNING workflow_id, concurrency_key, order_key
    ), entry_keys AS (
      INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
      SELECT DISTINCT workflow_id, concurrency_key, order_key FROM entries
    )`;
}

/** Returns the keys of sessions as two columns, for `holdSessions`. */
export function flowKeyColumns(keys: readonly (FlowKeys | null | undefined)[]): [SqlArray, SqlArray] {
  return [
    textArray(keys.map((each) => each?.concurrencyKey ?? null)),
    textArray(keys.map((each) => each?.orderKey ?? null)),
  ];
}

/** Wakes all keys of the organization ($1), which is no longer paused. */
export const WAKE_ORGANIZATION_TEXT = `INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
  SELECT DISTINCT workflow_id, concurrency_key, '' FROM flow_entries
  WHERE organization_id = $1::uuid AND stage = 'AT_LIMIT'`;

/** Wakes all keys of the workflows ($1), whose limits may have changed. */
export const WAKE_WORKFLOW_TEXT = `INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
  SELECT DISTINCT workflow_id, concurrency_key, '' FROM flow_entries
  WHERE workflow_id = ANY ($1::uuid[]) AND stage = 'AT_LIMIT'`;
