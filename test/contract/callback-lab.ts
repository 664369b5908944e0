import { waitFor } from '@workflow/test-harness';
import type { Component, Connection, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, output, type Answer, type SharedContractSystem } from './contract-system.ts';
import type { startThirdPartyServer } from './third-party-server.ts';

type ThirdParty = Awaited<ReturnType<typeof startThirdPartyServer>>;

/** Creates workflows that send the address of their `Paid` to a third party and wait for its answer. */
export function openCallbackLab(system: SharedContractSystem, thirdParty: ThirdParty, name: string) {
  const start = input('name');
  const session = (id: string) => system.api.call<SessionView>('GET', `/v1/sessions/${id}`);
  /** Returns the paths of the addresses that were sent, one for each try. */
  const addresses = (path: string): string[] =>
    thirdParty.calls
      .filter(({ url }) => url.startsWith(`/${path}-${name}`))
      .map(({ body }) => new URL((JSON.parse(body) as { to: string }).to).pathname);
  return {
    start,
    amount: output('{{ payment.amount }}'),
    wait: (config: JsonObject = {}): Component =>
      component(
        'wait-for-callback',
        { fields: [{ key: 'amount', type: 'NUMBER' }], timeoutSeconds: 600, ...config },
        { name: 'Paid', output: 'payment' },
      ),
    send: (path: string): Component =>
      component(
        'http-request',
        { method: 'POST', url: `${thirdParty.url}/${path}-${name}`, body: { to: "{{ $callbackUrl('Paid') }}" } },
        { retry: { maxAttempts: 3, backoffSeconds: 0 } },
      ),
    addresses,
    sent: async (path: string): Promise<string> => waitFor(async () => addresses(path).at(-1)) as Promise<string>,
    session,
    waits: (id: string) => waitFor(async () => (await session(id)).waitingFor === 'callback'),
    post: (address: string, body: unknown, client = 0): Promise<Answer> =>
      system.clients[client]!.request('POST', address, body),
    /** Starts a chain, or a graph from its first component. @returns the session's id */
    async begin(components: Component[], connections?: Connection[]): Promise<string> {
      const definition = connections === undefined ? chain(...components) : { components, connections };
      const workflowId = await system.api.publish('Waits', definition);
      const { body } = await system.api.run(workflowId, components[0]!.id, { name: 'Ada' });
      return String(body['sessionId']);
    },
  };
}
