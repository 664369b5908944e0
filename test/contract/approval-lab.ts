import { afterAll, beforeAll } from '@jest/globals';
import { type BackendKind, waitFor } from '@workflow/test-harness';
import type { Component, Connection, JsonObject, SessionView } from '@workflow/workflow-model';
import {
  chain,
  component,
  input,
  link,
  openContractSystem,
  output,
  type SharedContractSystem,
} from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

type ThirdParty = Awaited<ReturnType<typeof startThirdPartyServer>>;

export interface Approval extends JsonObject {
  id: string;
  sessionId: string;
  url: string;
}

export interface PageAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Creates workflows that send the address of their `Refund` to a third party and wait for a decision. */
export function openApprovalLab(system: SharedContractSystem, thirdParty: ThirdParty, name: string) {
  const start = input({ key: 'amount', type: 'NUMBER' });
  const session = (id: string) => system.api.call<SessionView>('GET', `/v1/sessions/${id}`);
  const sent = (path: string): string[] =>
    thirdParty.calls
      .filter(({ url }) => url.startsWith(`/${path}-${name}`))
      .map(({ body }) => new URL((JSON.parse(body) as { to: string }).to).pathname);
  async function page(method: string, address: string, init: RequestInit = {}, client = 0): Promise<PageAnswer> {
    const { baseUrl } = system.clients[client]!;
    const answer = await fetch(`${baseUrl}${address}`, { method, redirect: 'manual', ...init });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  const lab = {
    start,
    session,
    page,
    sent: async (path: string): Promise<string> => waitFor(async () => sent(path).at(-1)) as Promise<string>,
    sender: (path: string): Component =>
      component('http-request', {
        method: 'POST',
        url: `${thirdParty.url}/${path}-${name}`,
        body: { to: "{{ $approvalUrl('Refund') }}" },
      }),
    approval: (config: JsonObject = {}): Component =>
      component(
        'approval',
        { title: 'Refund {{ amount }} <b>EUR</b>?', message: 'Two\nlines', ...config },
        { name: 'Refund', output: 'decision' },
      ),
    /** Sends the form of the page. */
    decide: (address: string, form: Record<string, string>, client = 0) =>
      page('POST', address, { body: new URLSearchParams(form) }, client),
    waits: (id: string) => waitFor(async () => (await session(id)).waitingFor === 'approval'),
    approvals: async (query = '') =>
      (await system.clients[0]!.request<{ items: Approval[] }>('GET', `/v1/approvals${query}`)).body.items,
    async begin(components: Component[], connections?: Connection[], mode = 'PROD'): Promise<string> {
      const definition = connections === undefined ? chain(...components) : { components, connections };
      const workflowId = await system.api.publish('Refunds', definition);
      const { body } = await system.api.request('POST', '/v1/workflow/run', {
        workflowId,
        componentId: components[0]!.id,
        placeholderValues: { amount: 12 },
        mode,
      });
      return String(body['sessionId']);
    },
    /** Starts a session that asks for a decision, with an output on each port. */
    async asking(path: string, config: JsonObject = {}): Promise<{ id: string; address: string }> {
      const [asks, sends] = [lab.approval(config), lab.sender(path)];
      const ends = ['approve', 'reject', 'timeout'].map((port) => ({
        port,
        component: output({ port, decision: port === 'timeout' ? null : '{{ decision }}' }),
      }));
      const id = await lab.begin(
        [start, sends, asks, ...ends.map((end) => end.component)],
        [link(start, sends), link(sends, asks), ...ends.map((end) => link(asks, end.component, end.port))],
      );
      return { id, address: await lab.sent(path) };
    },
    /** Starts such a session. Resolves when it waits for the decision. */
    async waiting(path: string, config: JsonObject = {}): Promise<{ id: string; address: string }> {
      const asked = await lab.asking(path, config);
      await lab.waits(asked.id);
      return asked;
    },
  };
  return lab;
}

interface Approvals {
  system: SharedContractSystem;
  thirdParty: ThirdParty;
  lab: ReturnType<typeof openApprovalLab>;
}

/** Opens a system and a lab before the tests of a file or a suite, and stops its server after them. */
export function setUpApprovals(name: string, backend?: BackendKind): Approvals {
  const opened = {} as Approvals;
  beforeAll(async () => {
    opened.thirdParty = await startThirdPartyServer();
    opened.system = await openContractSystem(backend);
    opened.lab = openApprovalLab(opened.system, opened.thirdParty, name);
  });
  afterAll(async () => opened.thirdParty?.stop());
  return opened;
}
