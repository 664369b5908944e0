import { checkPinnedOutput, TEST_OPTIONS, type RunRequest } from '@workflow/validation';
import {
  endingAt,
  isNestedDeeper,
  MAX_RESULT_JSON_DEPTH,
  runningPart,
  type Definition,
  type Json,
  type JsonObject,
  type PinnedOutput,
  type TestSettings,
} from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { checkStorable } from '../http/check-storable.ts';
import { findUnsigned } from './find-unsigned.ts';
import type { Startable } from './find-startable.ts';
import { credentialStandIns } from './credential-stand-ins.ts';
import { readEarlierSession } from './read-earlier-session.ts';
import { givenOutputs, isTrigger, replaceableComponents, type Pin } from './given-outputs.ts';

/** The differences between a TEST run and a run of its draft. */
export interface TestRun {
  /** Null if the draft runs unchanged. */
  settings: TestSettings | null;
  /** The values that replace components which do not run, by dotted keys. They are not checked yet. */
  given: JsonObject;
  /** The sensitive values of the earlier session from which they were copied. */
  sensitive: Json[];
}

/**
 * Reads the options of a run request that only TEST has, and finds replacements for components whose credential is not
 * chosen yet. Returns null if there is neither.
 * @throws ApiError INVALID_REQUEST
 */
export async function readTestRun(
  context: AppContext,
  organizationId: string,
  request: RunRequest,
  { workflowId, definition: { content }, component }: Startable,
): Promise<TestRun | null> {
  if (request.mode !== 'TEST') return null;
  const running = runningComponents(content, component.component.id, request.onlyThisComponent === true);
  const pins = checkPins(content, request.pinnedOutputs ?? {});
  const pinned = new Set(pins.map((pin) => pin.component.id));
  const unsigned = await findUnsigned(context.store.apps.organization(organizationId), content);
  const replaced = credentialStandIns(content.components, running, pinned, unsigned);
  if (Object.keys(replaced).length === 0 && TEST_OPTIONS.every((option) => request[option] === undefined)) return null;
  const earlier =
    request.pinsFromSession === undefined
      ? null
      : await readEarlierSession(
          context,
          organizationId,
          workflowId,
          request.pinsFromSession,
          replaceableComponents(content, component, running, pins),
        );
  return {
    settings: settingsOf(pins, replaced, running, request.onlyThisComponent === true),
    given: givenOutputs(content, component, running, pins, earlier),
    sensitive: earlier?.sensitive ?? [],
  };
}

/** Returns a problem for each option that only TEST has, if it is sent with PROD. */
export function findTestOptionsInProd(request: RunRequest): string[] {
  const { mode = 'PROD' } = request;
  if (mode !== 'PROD') return [];
  const sent = TEST_OPTIONS.filter((option) => request[option] !== undefined);
  return sent.map((option) => `${option} is for mode TEST, not for PROD`);
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
    if (isNestedDeeper(value, MAX_RESULT_JSON_DEPTH)) {
      problems.push(`${path} must not be nested deeper than ${MAX_RESULT_JSON_DEPTH} levels`);
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
  return runningPart(onlyStart ? endingAt(content, startId) : content, startId);
}

/** Triggers do not run. Their pins are the values that the session starts with. */
function settingsOf(
  pins: readonly Pin[],
  replaced: Record<string, PinnedOutput>,
  running: ReadonlySet<string>,
  onlyStart: boolean,
): TestSettings | null {
  const reached = pins.filter(({ component }) => running.has(component.id) && !isTrigger(component));
  const pinned = reached.map(({ component, value, port }): [string, PinnedOutput] => [
    component.id,
    { json: JSON.stringify(value), port },
  ]);
  const pinnedOutputs = { ...replaced, ...Object.fromEntries(pinned) };
  const replacesSome = Object.keys(pinnedOutputs).length > 0;
  if (!replacesSome && !onlyStart) return null;
  return {
    ...(replacesSome && { pinnedOutputs }),
    ...(onlyStart && { onlyThisComponent: true }),
  };
}
