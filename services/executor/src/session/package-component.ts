import type { ComponentPackages, InstalledPackage } from '@workflow/component-packages';
import type { CallFailure, ComponentAnswer, ComponentPool } from '@workflow/component-packages/processes';
import { DEFAULT_PORT, ERROR_PORT, NEXT_PORT } from '@workflow/component-kit';
import { compileConfig, type ReadyComponent, type StepScope } from '@workflow/component-kit/host';
import { conformValue, MAX_RETRY_AFTER_MS } from '@workflow/component-kit/run';
import { StepFailure, type Component, type FailureCode, type Json, type JsonObject } from '@workflow/workflow-model';

/** The part of an executor that runs the components of packages. */
interface PackageRuns {
  packages: Pick<ComponentPackages, 'find'>;
  pool: ComponentPool;
}

/** A resolved config. An expression is a function that evaluates it. */
type Resolved = Json | (() => unknown) | Resolved[] | { [key: string]: Resolved };

/** Maximum bytes of an answer in addition to the output. */
const ANSWER_BYTES = 1_024;
const FAILURE_CODES: Readonly<Record<CallFailure, FailureCode>> = {
  threw: 'COMPONENT_ERROR',
  crashed: 'COMPONENT_FAILED',
  memory: 'COMPONENT_MEMORY',
  'timed-out': 'STEP_TIMEOUT',
  'too-large': 'OUTPUT_TOO_LARGE',
  busy: 'COMPONENT_BUSY',
};

/**
 * Prepares components whose type a package describes. Their run code is called in a component process, with the config
 * resolved and its expressions evaluated. Returns null if no package of this executor has the type in that version.
 */
export function preparePackage({ packages, pool }: PackageRuns): (component: Component) => ReadyComponent | null {
  return (component) => {
    const installed = packages.find(component);
    return installed === undefined ? null : prepare(installed, component, pool);
  };
}

function prepare(installed: InstalledPackage, component: Component, pool: ComponentPool): ReadyComponent {
  const { name, version, folder, descriptor } = installed;
  const resolve = compileConfig(descriptor.configSchema, component.config);
  const ports = descriptor.ports(component.config);
  const [produced] = descriptor.outputs({ config: component.config, output: component.output || 'output' });
  return async (scope) => {
    const config = (await evaluated((await resolve(scope)) as Resolved)) as JsonObject;
    scope.recordInput(config);
    if (descriptor.hasEffect) await scope.beginEffect(config);
    scope.signal.throwIfAborted();
    const { value } = resultIn(await call(config, scope));
    const port = portIn(value['port'], ports);
    const output = value['output'] ?? null;
    return {
      kind: 'succeeded',
      output: produced === undefined ? output : conformValue(output, produced, 'output'),
      port,
    };
  };

  function call(config: JsonObject, { timeoutMs, maxOutputBytes, idempotencyKey, owner, signal }: StepScope) {
    const limitMs = timeoutMs ?? (descriptor.defaultTimeoutSeconds ?? 0) * 1_000;
    return pool.call(
      { name, version, folder },
      owner,
      { name: 'run', config, idempotencyKey, timeoutMs: limitMs, maxOutputBytes },
      { timeoutMs: limitMs, maxAnswerBytes: maxOutputBytes + ANSWER_BYTES },
      signal,
    );
  }
}

/** Evaluates every expression of a config, in the order in which they are written. */
async function evaluated(value: Resolved): Promise<Json> {
  if (typeof value === 'function') return ((await value()) ?? null) as Json;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) items.push(await evaluated(item));
    return items;
  }
  const entries: [string, Json][] = [];
  for (const [key, property] of Object.entries(value)) entries.push([key, await evaluated(property)]);
  return Object.fromEntries(entries);
}

/** @throws StepFailure for a call without a result */
function resultIn(answer: ComponentAnswer): Extract<ComponentAnswer, { kind: 'result' }> {
  if (answer.kind === 'result') return answer;
  const { why, message, retryable, retryAfterMs = 0 } = answer;
  throw new StepFailure(FAILURE_CODES[why], message, {
    ...(retryable !== undefined && { retryable }),
    retryAfterMs: Math.min(retryAfterMs, MAX_RETRY_AFTER_MS),
  });
}

/**
 * Returns the port of the answer. A failed step takes the port `error` itself. @throws StepFailure for a port that the
 * component does not have
 */
function portIn(given: Json | undefined, ports: readonly string[]): string {
  const port = given ?? (ports.includes(NEXT_PORT) ? NEXT_PORT : DEFAULT_PORT);
  if (typeof port === 'string' && port !== ERROR_PORT && ports.includes(port)) return port;
  const named = typeof port === 'string' ? port.slice(0, 64) : 'that is no text';
  throw new StepFailure('COMPONENT_ERROR', `The component continued on the port ${named}, which it does not have`);
}
