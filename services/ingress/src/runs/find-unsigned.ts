import type { Apps } from '@workflow/session-store';
import { canBeFound, operationsIn } from '@workflow/validation';
import type { Definition } from '@workflow/workflow-model';

/**
 * Returns the ids of components that need a sign-in: they call an operation that requires one and neither they nor its
 * app names a credential, or no app is chosen yet.
 */
export async function findUnsigned(
  apps: Pick<ReturnType<Apps['organization']>, 'readSummaries'>,
  definition: Definition,
): Promise<ReadonlySet<string>> {
  const used = operationsIn(definition).filter((one) => one.used.arguments !== null);
  const withoutApp = used.filter((one) => one.used.appId === '');
  const calls = used.filter((one) => one.used.credential === null && canBeFound(one.used));
  const summaries = calls.length === 0 ? [] : await apps.readSummaries(calls.map(({ used }) => used));
  const unsigned = calls.filter((_, index) => {
    const summary = summaries[index];
    return summary?.needsSignIn === true && !summary.hasCredential;
  });
  return new Set([...withoutApp, ...unsigned].map(({ componentId }) => componentId));
}
