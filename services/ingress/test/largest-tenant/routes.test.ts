import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMeasuredPostgres, Trials, type Trial } from '@workflow/test-harness';
import type { ListedRoute } from '../../src/http/define-route.ts';
import { routes } from '../../src/routes.ts';
import { beginVisit, openIssuerLab, type IssuerLab } from '../management/issuer-visits.ts';
import type { TestIngress } from '../start-test-ingress.ts';
import { askRoute, OPERATOR_KEY, type Asker } from './ask-route.ts';
import { requestsOfRoutes } from './requests-of-routes.ts';
import { CALLED_TOOLS, mcpRequests } from './mcp-requests.ts';
import { openAsker } from './open-asker.ts';
import { describeTimes, startNeighbour } from './start-neighbour.ts';
import type { RouteRequest } from './route-requests.ts';

/** Asks every route once, and every route that ends something last, on an organization that is at all of its limits. */

const ORDER = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

let ingress: TestIngress;
let lab: IssuerLab;
let trials: Trials;
let asker: Asker;
/** Answers with another status than the request expects. */
const refused: string[] = [];

beforeAll(async () => {
  const database = await startMeasuredPostgres();
  const config = {
    operatorKey: OPERATOR_KEY,
    executorAnswerTimeoutMs: 2_000,
    // Routes that take long are judged by the trials, however slow the machine is.
    databaseStatementTimeoutMs: 60_000,
    databaseTransactionTimeoutMs: 60_000,
    http: { answerTimeoutMs: 60_000 },
    mcp: { waitMs: 1_000 },
  };
  lab = await openIssuerLab({}, { database, config });
  ({ ingress } = lab);
  asker = await openAsker(ingress);
  trials = await Trials.open(database.databaseUrl);
});
afterAll(async () => {
  await trials?.close();
  await lab?.stop();
});

/** Returns the line that the service logged for an answer of 500. */
function logOf(answer: string): string {
  const [, errorId = 'of another answer'] = /"httpStatus":500,"errorId":"([^"]+)"/.exec(answer) ?? [];
  return ingress.log.find((line) => line.includes(errorId)) ?? '';
}

/** Asks a route, and notes where it answers another status than it should. */
function ask(route: ListedRoute, request: RouteRequest): Promise<Trial> {
  const name = [route.operationId, request.label, request.query, request.params?.['id']].filter(Boolean).join(' ');
  const work = async (): Promise<number> => {
    const { status, bytes, beginning } = await askRoute(asker, route, request);
    const isExpected = request.refused === undefined ? status < 400 : status === request.refused.status;
    if (!isExpected) refused.push(`${name}: ${status} ${beginning} ${logOf(beginning)}`);
    return bytes;
  };
  return trials.make(name, work, route.method === 'GET');
}

test('a member signs in at the identity provider, and out, without a long turn or statement', async () => {
  lab.issuer.people.set('one', { email: 'member1@example.com', email_verified: true, name: 'One' });
  const signIn = async (): Promise<number> => {
    const ended = await lab.visit('one');
    expect(ended.error).toBeNull();
    const left = await ended.request('POST', '/api/auth/sign-out', {});
    return left.text.length;
  };
  const begin = async (): Promise<number> => (await (await beginVisit(ingress)).text()).length;
  const made = [await trials.make('sign in at the issuer', signIn, true), await trials.make('begin', begin, true)];
  expect({ made: made.length, exceeded: trials.exceeded() }).toEqual({ made: 2, exceeded: [] });
});

test('no route takes a long turn, a long statement or a large answer', async () => {
  const requests = requestsOfRoutes(asker.signed);
  const ordered = routes.toSorted((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method));
  const neighbour = await startNeighbour(ingress);
  for (const route of ordered)
    for (const request of [requests[route.operationId] ?? {}].flat()) await ask(route, request);
  const times = await neighbour.stop();
  const { LARGEST_TENANT_TABLE: file } = process.env;
  if (file !== undefined) writeFileSync(file, `${trials.slowest(40)}\n${describeTimes(times)}\n`);
  expect({ refused, exceeded: trials.exceeded() }).toEqual({ refused: [], exceeded: [] });
  expect(times.refused).toEqual([]);
});

test('every request is of a route', () => {
  const known = routes.map(({ operationId }) => operationId);
  expect(Object.keys(requestsOfRoutes(asker.signed)).filter((operationId) => !known.includes(operationId))).toEqual([]);
});

test('every tool of the service is called', async () => {
  const [list] = mcpRequests();
  const answer = await ingress.request('POST', '/mcp', {
    headers: {
      'x-api-key': ingress.organization.apiKey,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: list!.body,
  });
  const names = [...answer.text.matchAll(/"name":"(\w+)","title"/g)].map(([, name]) => name!);
  expect(names).toContain('get_session');
  expect(names.filter((name) => !CALLED_TOOLS.includes(name))).toEqual([]);
});
