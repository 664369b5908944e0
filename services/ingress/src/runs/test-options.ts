import { ERROR_PLACEHOLDER, findComponentType, outputsOf, sendablePlaceholders } from '@workflow/component-catalog';
import { checkPinnedOutput, flattenPlaceholder, TEST_OPTIONS, type RunRequest } from '@workflow/validation';
import {
  planWalk,
  type Component,
  type Definition,
  type Field,
  type Json,
  type JsonObject,
  type PinnedOutput,
  type TestSettings,
} from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { checkStorable } from '../http/check-storable.ts';
import type { Startable } from './find-startable.ts';
import { readEarlierSession, type EarlierSession } from './read-earlier-session.ts';

/** How a TEST run differs from a run of its draft. */
export interface TestRun {
  /** null: the draft runs as it is. */
  settings: TestSettings | null;
  /** Values that replace components which do not run, by dotted keys; not checked yet. */
  standIns: JsonObject;
}

/**
 * Reads the options of a run request that only TEST has; null when there are none.
 * @throws ApiError INVALID_REQUEST
 */
export async function readTestRun(
  context: AppContext,
  organizationId: string,
  request: RunRequest,
  { workflowId, definition: { content }, component }: Startable,
): Promise<TestRun | null> {
  if (TEST_OPTIONS.every((option) => request[option] === undefined)) return null;
  const pins = checkPins(content, request.pinnedOutputs ?? {});
  const running = runningComponents(content, component.component.id, request.onlyThisComponent === true);
  const earlier =
    request.pinsFromSession === undefined
      ? null
      : await readEarlierSession(
          context,
          organizationId,
          workflowId,
          request.pinsFromSession,
          takenOver(content, component, running, pins),
        );
  return {
    settings: settingsOf(pins, running, request.onlyThisComponent === true),
    standIns: standInsOf(content, component, running, pins, earlier),
  };
}

/** @throws ApiError INVALID_REQUEST when options that only TEST has are sent with PROD */
export function refuseTestOptionsInProd(request: RunRequest): void {
  if (request.mode === 'TEST') return;
  const sent = TEST_OPTIONS.filter((option) => request[option] !== undefined);
  if (sent.length > 0) throw invalidRequest(sent.map((option) => `${option} is for mode TEST, not for PROD`));
}

interface Pin {
  component: Component;
  value: Json;
  port: string;
}

function checkPins(content: Definition, pinnedOutputs: JsonObject): Pin[] {
  const byId = new Map(content.components.map((component) => [component.id.toLowerCase(), component]));
  const problems: string[] = [];
  const pins: Pin[] = [];
  for (const [id, value] of Object.entries(pinnedOutputs)) {
    const path = `pinnedOutputs.${id}`;
    const component = byId.get(id.toLowerCase());
    if (component === undefined) {
      problems.push(`${path} is not a component of the workflow`);
      continue;
    }
    checkStorable(value, path);
    const checked = checkPinnedOutput(component, value, path);
    if (checked.ok) pins.push({ component, ...checked.value });
    else problems.push(...checked.problems);
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return pins;
}

function runningComponents(content: Definition, startId: string, onlyStart: boolean): ReadonlySet<string> {
  return onlyStart ? new Set([startId]) : new Set(planWalk(content, startId).componentIds);
}

/** Triggers do not run: their pins are what the session starts with. */
function settingsOf(pins: readonly Pin[], running: ReadonlySet<string>, onlyStart: boolean): TestSettings | null {
  const reached = pins.filter(({ component }) => running.has(component.id) && !isTrigger(component));
  const pinnedOutputs = Object.fromEntries(
    reached.map(({ component, value, port }): [string, PinnedOutput] => [
      component.id,
      { json: JSON.stringify(value), port },
    ]),
  );
  if (reached.length === 0 && !onlyStart) return null;
  return {
    ...(reached.length > 0 && { pinnedOutputs }),
    ...(onlyStart && { onlyThisComponent: true }),
  };
}

/** Components that do not run and have no pin, whose outputs the start component, or what follows it, may take. */
function takenOver(
  content: Definition,
  start: Startable['component'],
  running: ReadonlySet<string>,
  pins: readonly Pin[],
): string[] {
  const sendable = new Set(sendablePlaceholders(content, start.component.id).map(({ key }) => key));
  const pinned = new Set(pins.map(({ component }) => component.id));
  return content.components
    .filter((component) => !running.has(component.id) && !isTrigger(component) && !pinned.has(component.id))
    .filter((component) => outputsOf(component).some(({ key }) => sendable.has(key)))
    .map(({ id }) => id);
}

/** Of an earlier session only what the start component, or what follows it, still takes; pins come before it. */
function standInsOf(
  content: Definition,
  start: Startable['component'],
  running: ReadonlySet<string>,
  pins: readonly Pin[],
  earlier: EarlierSession | null,
): JsonObject {
  const sendable = new Map(sendablePlaceholders(content, start.component.id).map((field) => [field.key, field]));
  const standing = content.components.filter((component) => !running.has(component.id) || isTrigger(component));
  const standIns: JsonObject = {};
  for (const [key, value] of Object.entries(earlier?.placeholderValues ?? {})) {
    if (start.checkPlaceholders({ [key]: value }).ok) standIns[key] = value;
  }
  for (const component of standing) {
    const outputs = isTrigger(component) ? {} : outputsByKey(component, earlier?.outputs.get(component.id));
    replaceFitting(standIns, start, sendable, outputs);
  }
  if (earlier?.error !== undefined) replaceFitting(standIns, start, sendable, { [ERROR_PLACEHOLDER]: earlier.error });
  for (const { component, value } of pins) {
    if (!standing.includes(component)) continue;
    const outputs = isTrigger(component) ? (value as JsonObject) : outputsByKey(component, value);
    for (const [field, output] of known(sendable, outputs))
      replaceValue(standIns, field, flattenPlaceholder(field, output));
  }
  return standIns;
}

function isTrigger(component: Component): boolean {
  return findComponentType(component.type)?.isTrigger === true;
}

function outputsByKey(component: Component, value: Json | undefined): JsonObject {
  const [field] = outputsOf(component);
  return field === undefined || value === undefined ? {} : { [field.key]: value };
}

function replaceFitting(
  standIns: JsonObject,
  start: Startable['component'],
  sendable: ReadonlyMap<string, Field>,
  outputs: JsonObject,
): void {
  for (const [field, output] of known(sendable, outputs)) {
    const values = flattenPlaceholder(field, output);
    // The draft may have changed since: values that no longer fit are dropped.
    if (start.checkPlaceholders(values).ok) replaceValue(standIns, field, values);
  }
}

function known(sendable: ReadonlyMap<string, Field>, outputs: JsonObject): [Field, Json][] {
  return Object.entries(outputs).flatMap(([key, value]): [Field, Json][] => {
    const field = sendable.get(key);
    return field === undefined ? [] : [[field, value]];
  });
}

function replaceValue(standIns: JsonObject, field: Field, values: JsonObject): void {
  for (const key of Object.keys(standIns)) {
    if (key === field.key || key.startsWith(`${field.key}.`)) Reflect.deleteProperty(standIns, key);
  }
  Object.assign(standIns, values);
}
