import type { JsonObject } from '@workflow/workflow-model';

/** An expression that returns the secret `api`. */
export const API = "{{ $secret('api') }}";

/**
 * The place of the secret, the component's configuration (with a path of the echo server), and the final status of the
 * session.
 */
export const REQUESTS_WITH_SECRETS: readonly [what: string, config: JsonObject, status: 'SUCCEEDED' | 'FAILED'][] = [
  ['in a header', { method: 'GET', url: '/echo', headers: { authorization: `Bearer ${API}` } }, 'SUCCEEDED'],
  [
    'in a Basic header that the expression encodes',
    {
      method: 'GET',
      url: '/echo',
      headers: { authorization: "Basic {{ $base64encode('robot:' & $secret('password')) }}" },
    },
    'SUCCEEDED',
  ],
  [
    'in an object that an expression makes',
    { method: 'POST', url: '/echo', body: "{{ { 'login': 'robot:' & $secret('password') } }}" },
    'SUCCEEDED',
  ],
  ['in the query', { method: 'GET', url: '/echo', query: { api_key: API } }, 'SUCCEEDED'],
  ['in the path', { method: 'GET', url: `/echo/${API}/x` }, 'SUCCEEDED'],
  [
    'in a JSON body',
    { method: 'POST', url: '/echo', body: { deep: [{ password: "{{ $secret('password') }}" }] } },
    'SUCCEEDED',
  ],
  [
    'in a form',
    { method: 'POST', url: '/echo', bodyType: 'form', body: { password: "{{ $secret('password') }}" } },
    'SUCCEEDED',
  ],
  ['in the URL of a redirect', { method: 'GET', url: `/redirect?key=${API}` }, 'SUCCEEDED'],
  [
    'to a server that fails',
    { method: 'POST', url: `/fail?key=${API}`, headers: { 'x-api-key': API }, body: { api: API } },
    'FAILED',
  ],
  ['as a host that does not exist', { method: 'GET', url: `http://${API}.invalid/` }, 'FAILED'],
  ['in an invalid URL', { method: 'GET', url: `http://${'a'.repeat(150)} ${API}` }, 'FAILED'],
  ['in a scheme that is not allowed', { method: 'GET', url: `gopher://${API}/` }, 'FAILED'],
  [
    'in a header value that cannot be sent',
    { method: 'GET', url: '/echo', headers: { 'x-key': `${API}\n` } },
    'FAILED',
  ],
  ['as credentials in the URL', { method: 'GET', url: `http://robot:${API}@HOST/echo` }, 'SUCCEEDED'],
  ['as credentials that cannot be decoded', { method: 'GET', url: `http://robot:%zz${API}@HOST/echo` }, 'FAILED'],
  ['in an expression that fails over it', { method: 'GET', url: "/echo?n={{ $number($secret('api')) }}" }, 'FAILED'],
  [
    'in a costly expression that fails over it',
    { method: 'GET', url: "/echo?n={{ $number($pad($secret('api'), 20)) }}" },
    'FAILED',
  ],
  [
    'in an expression that throws it',
    { method: 'GET', url: "/echo?n={{ $error('no ' & $pad('', 150, 'x') & $secret('api')) }}" },
    'FAILED',
  ],
];
