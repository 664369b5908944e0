import type { BackendKind } from '../backends.ts';
import { nameUserOfSharedSystem } from '../loops/test-file-loops.ts';
import { askBroker } from '../servers/ask-broker.ts';
import { readTestEnvironment } from '../test-environment.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { createOrganization, type TestOrganization } from './create-organization.ts';
import type { LogLine } from './service-log.ts';
import type { SharedSystemAddress } from './shared-systems.ts';

/**
 * Two ingresses and two executors that the test files of a run share, each with an organization of its own. For files
 * that stop no service, change no setting of it, and look at their own organization alone. `http-request` may call
 * 127.0.0.1, and `SHARED_OPERATOR_KEY` opens the operator's routes.
 */
export interface SharedSystem {
  readonly databaseUrl: string;
  readonly organization: TestOrganization;
  /** Speaks to the first ingress with the organization's key. */
  readonly api: ApiClient;
  readonly ingressUrls: string[];
  createOrganization(name?: string): Promise<TestOrganization>;
  /** What the services have logged so far, for all test files. */
  readLog(): Promise<LogLine[]>;
}

/** @throws outside a test run */
export async function openSharedSystem(backend: BackendKind): Promise<SharedSystem> {
  const { brokerUrl } = readTestEnvironment();
  if (brokerUrl === null) throw new Error('Only the test files of a run share a system');
  const path = `/system/${backend}`;
  const { databaseUrl, ingressUrls } = await askBroker<SharedSystemAddress>(
    brokerUrl,
    `${path}?file=${encodeURIComponent(nameUserOfSharedSystem())}`,
  );
  const organization = await createOrganization(databaseUrl);
  return {
    databaseUrl,
    organization,
    api: createApiClient(ingressUrls[0]!, organization.apiKey),
    ingressUrls,
    createOrganization: (name) => createOrganization(databaseUrl, name),
    readLog: () => askBroker<LogLine[]>(brokerUrl, `${path}/log`),
  };
}
