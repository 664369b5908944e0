import type { BackendKind } from '../backends.ts';
import { nameUserOfSharedSystem } from '../loops/test-file-loops.ts';
import { askBroker } from '../servers/ask-broker.ts';
import { readTestEnvironment } from '../test-environment.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { createOrganization, type TestOrganization } from './create-organization.ts';
import type { LogLine } from './service-log.ts';
import type { SharedSystemAddress } from './shared-systems.ts';

/**
 * Two ingresses and two executors that the test files of a run share. Each file has a separate organization. Use it in
 * files that stop no service, change no setting, and read only their own organization. `http-request` may call
 * 127.0.0.1, and `SHARED_OPERATOR_KEY` opens the operator's routes.
 */
export interface SharedSystem {
  readonly databaseUrl: string;
  readonly organization: TestOrganization;
  /** A client of the first ingress with the organization's key. */
  readonly api: ApiClient;
  readonly ingressUrls: string[];
  createOrganization(name?: string): Promise<TestOrganization>;
  /** Returns the log of the services so far, with lines for all test files. */
  readLog(): Promise<LogLine[]>;
}

/** Opens the shared system. @throws outside a test run */
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
