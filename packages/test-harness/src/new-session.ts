import { randomUUID } from 'node:crypto';
import type { NewSession } from '@workflow/session-store';
import { v7 as uuidv7 } from 'uuid';

/** A session to be accepted, of an organization and a workflow that nothing else knows. */
export function newSession(overrides: Partial<NewSession> = {}): NewSession {
  return {
    id: uuidv7(),
    organizationId: randomUUID(),
    workflowId: randomUUID(),
    definitionId: randomUUID(),
    workflowVersion: 1,
    componentId: randomUUID(),
    trigger: 'API',
    mode: 'PROD',
    placeholderValuesJson: '{"name":"Ann"}',
    keptByJsonb: true,
    startedBy: null,
    enqueue: true,
    ...overrides,
  };
}
