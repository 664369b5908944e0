import type { Apps } from '@workflow/session-store';
import { operationsIn, UUID_PATTERN } from '@workflow/validation';
import type { Definition } from '@workflow/workflow-model';

const MAX_VERSION = 2_147_483_647;

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
  const calls = used.filter(
    ({ used: { appId, version, credential } }) =>
      credential === null && UUID_PATTERN.test(appId) && version <= MAX_VERSION,
  );
  const summaries = calls.length === 0 ? [] : await apps.readSummaries(calls.map(({ used }) => used));
  const unsigned = calls.filter((_, index) => {
    const summary = summaries[index];
    return summary?.needsSignIn === true && !summary.hasCredential;
  });
  return new Set([...withoutApp, ...unsigned].map(({ componentId }) => componentId));
}
