import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { USED_ENDPOINTS } from '../../services/ingress/src/accounts/library/used-endpoints.ts';
import { routes } from '../../services/ingress/src/routes.ts';
import { openCallbackLab } from '../contract/callback-lab.ts';
import { component, chain, output, startContractSystem, type ContractSystem } from '../contract/contract-system.ts';
import { publishChat } from '../contract/chat-lab.ts';
import { openFormLab } from '../contract/form-lab.ts';
import { startThirdPartyServer } from '../contract/third-party-server.ts';

/** After a few broken texts of ten thousand of these levels, Node.js 26.10.0 ends with a segmentation fault. */
const LEVELS = ['[1,', '{"a":1,"b":', '[[],'];
const TIMES = 20;
/** The defaults of MAX_PUBLIC_BODY_BYTES and MAX_BODY_BYTES. Node.js accepts 16 KiB of header fields. */
const PUBLIC_BYTES = 8_192;
const OTHER_BYTES = 1_048_576;
const HEADER_BYTES = 12_000;
const JSON_TYPE = 'application/json';
const CHANGES = new Set(['POST', 'PUT', 'PATCH']);

interface Target {
  method: string;
  path: string;
  type: string;
  /** true: it accepts larger bodies than a public route. */
  isLarge: boolean;
}

let system: ContractSystem;
let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
/** Existing addresses, by the paths of their routes. */
const addresses = new Map<string, string>();
let tokenOfHook = '';

beforeAll(async () => {
  system = await startContractSystem({ env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1' } });
  thirdParty = await startThirdPartyServer();
  const { api } = system;
  const hook = component('webhook', {}, { output: 'request' });
  const id = await api.publish('Hook', chain(hook, output('{{ request.body }}')));
  tokenOfHook = (await api.call<{ token: string }>('POST', `/v1/workflows/${id}/components/${hook.id}/token`)).token;
  addresses.set('/webhook/{workflowId}', `/webhook/${id}`);
  addresses.set('/forms/{formId}', (await openFormLab(system).publish()).pathname);
  const { url } = await publishChat(system, {}, output('{{ chat.message }}'));
  addresses.set('/chats/{chatId}/messages', `${new URL(url).pathname}/messages`);
  const { amount, begin, send, sent, start, wait } = openCallbackLab(system, thirdParty, 'nested');
  await begin([start, send('one'), wait(), amount]);
  addresses.set('/callbacks/{address}', await sent('one'));
});
afterAll(async () => {
  thirdParty?.stop();
  await system?.stop();
});

const ofRoutes = routes
  .filter(({ method }) => CHANGES.has(method))
  .flatMap(({ method, path, security, bodyTypes = [JSON_TYPE] }) =>
    [...new Set([JSON_TYPE, ...bodyTypes])].map((type): Target => ({
      method,
      path,
      type,
      isLarge: security.kind !== 'public' && security.kind !== 'person',
    })),
  );
const ofAccounts = [...USED_ENDPOINTS].map((endpoint): Target => {
  const [method = '', path = ''] = endpoint.split(' ');
  return { method, path: `/api/auth${path}`, type: JSON_TYPE, isLarge: false };
});

test.each([...ofRoutes, ...ofAccounts])(
  'ingress outlives broken JSON at $method $path, sent as $type',
  async (target) => {
    const path =
      addresses.get(target.path) ?? target.path.replaceAll(/\{[^}]+\}/g, '00000000-0000-7000-8000-000000000001');
    const url = `${system.ingressUrls[0]}${path}`;
    const key = { authorization: `Bearer ${path.startsWith('/webhook/') ? tokenOfHook : system.organization.apiKey}` };
    const length = target.isLarge ? OTHER_BYTES : PUBLIC_BYTES;
    for (let count = 0; count < TIMES; count += 1) {
      const level = LEVELS[count % LEVELS.length] as string;
      const text = nested(level, length);
      const body = target.type.endsWith('urlencoded') ? `a=${encodeURIComponent(nested(level, length / 3))}` : text;
      const cookies = { cookie: `a=${encodeURIComponent(nested(level, HEADER_BYTES / 4))}` };
      const answer = await fetch(url, {
        method: target.method,
        redirect: 'manual',
        headers: { 'content-type': target.type, ...(!path.startsWith('/api/auth') && key), ...cookies },
        ...(target.method !== 'GET' && { body }),
      });
      expect(answer.status).toBeLessThan(500);
      await answer.body?.cancel();
    }
    expect((await fetch(`${system.ingressUrls[0]}/healthz`)).status).toBe(200);
  },
);

/** Makes broken JSON with as many levels as fit into a length. */
function nested(level: string, length: number): string {
  return `${level.repeat(Math.floor(length / level.length) - 1)}1`;
}
