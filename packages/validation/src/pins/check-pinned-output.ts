import { ERROR_PORT, NEXT_PORT, type Pinning } from '@workflow/component-kit';
import { findComponentType, outputsOf, receivesRequests } from '@workflow/components/descriptors';
import type { Checked, Component, Field, Json, JsonObject } from '@workflow/workflow-model';
import { checkValue } from '@workflow/placeholder-values';

/** The pinned result of a component. */
export interface PinnedStep {
  value: Json;
  port: string;
}

/**
 * Checks a pinned value against the output of the component's type.
 * @param path the name of the value in messages
 */
export function checkPinnedOutput(component: Component, value: Json, path: string): Checked<PinnedStep> {
  const { pinning = 'whole', isTrigger = false } = findComponentType(component) ?? {};
  if (pinning === 'boolean') {
    return typeof value === 'boolean' ? pinned(value, String(value)) : refused(`${path} must be true or false`);
  }
  if (pinning === 'port') return checkPort(component, value, path);
  if (pinning === 'any') return pinned(value);
  if (typeof pinning === 'object' && value === null) return pinned(null, pinning.nullPort);
  if (isTrigger) return checkTrigger(component, value, path);
  return checkOutput(component, value, pinning, path);
}

function checkOutput(component: Component, value: Json, pinning: Pinning, path: string): Checked<PinnedStep> {
  const [shape] = outputsOf({ ...component, output: component.output || 'output' });
  if (shape === undefined) {
    return value === null ? pinned(null) : refused(`${path} must be null: a ${component.type} produces nothing`);
  }
  const checked = checkValue(value, pinning === 'whole' ? shape : withOptionalFields(shape), path);
  if (!checked.ok || typeof pinning !== 'object' || pinning.portField === undefined)
    return checked.ok ? pinned(checked.value) : checked;
  const { portField, nullPort } = pinning;
  const named = (checked.value as JsonObject)[portField];
  const port = checkPort(component, named ?? null, `${path}.${portField}`, nullPort);
  return port.ok ? pinned(checked.value, port.value.port) : port;
}

/** Checks the port. @param other a port that is not named in this way */
function checkPort(component: Component, value: Json, path: string, other?: string): Checked<PinnedStep> {
  const ports = findComponentType(component)?.ports(component.config) ?? [];
  const taken = ports.filter((port) => port !== ERROR_PORT && port !== other);
  return typeof value === 'string' && taken.includes(value)
    ? pinned(value, value)
    : refused(`${path} must be one of ${taken.join(', ')}`);
}

/** Checks the value of a trigger: an object of its placeholders, or the text of the request if it receives requests. */
function checkTrigger(component: Component, value: Json, path: string): Checked<PinnedStep> {
  const fields = outputsOf(component);
  const [only] = fields;
  if (receivesRequests(component.type) && only !== undefined && typeof value === 'string')
    return pinned({ [only.key]: value });
  const shape = withOptionalFields({ key: '', type: 'OBJECT', fields });
  const checked = checkValue(value, shape, path);
  return checked.ok ? pinned(checked.value) : checked;
}

function withOptionalFields(shape: Field): Field {
  const { fields } = shape;
  return fields === undefined ? shape : { ...shape, fields: fields.map((field) => ({ ...field, optional: true })) };
}

function pinned(value: Json, port = NEXT_PORT): Checked<PinnedStep> {
  return { ok: true, value: { value, port } };
}

function refused(problem: string): Checked<PinnedStep> {
  return { ok: false, problems: [problem] };
}
