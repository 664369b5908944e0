import type { UsedOperation } from '@workflow/component-kit';
import type { HostedOperation } from '@workflow/component-kit/host';
import type { Apps } from '@workflow/session-store';
import { canBeFound } from '@workflow/validation';
import { StepFailure } from '@workflow/workflow-model';

export type FindOperation = Apps['findOperation'];

/** Finds the operation that a component names. @throws StepFailure APP_MISSING */
export async function operationOf(
  find: FindOperation,
  organizationId: string,
  used: UsedOperation,
): Promise<HostedOperation> {
  const { appId, version, key } = used;
  const operation = canBeFound(used) ? await find(organizationId, appId, version, key) : null;
  if (operation === null)
    throw new StepFailure('APP_MISSING', `The app with the action ${key} in version ${version} was deleted`);
  const { app, content, title, description, effect, digest, schemas } = operation;
  return {
    key,
    title,
    description,
    effect,
    digest,
    plan: content.plan,
    input: content.input,
    schemas,
    app: { name: app.name, url: app.url, baseUrl: app.baseUrl },
    credential: app.credential,
  };
}
