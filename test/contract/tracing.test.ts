import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import {
  chain,
  component,
  input,
  openContractSystem,
  output,
  startContractSystem,
  type ContractSystem,
  type SharedContractSystem,
} from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';
import { startTraceCollector, type CollectedSpan } from './trace-collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;
const TRACESTATE = 'vendor=t61rcWkgMzE';

type ThirdParty = Awaited<ReturnType<typeof startThirdPartyServer>>;

/** Publishes a workflow that calls, waits, calls again, and starts a child that calls. */
async function publishCallers({ api }: SharedContractSystem, { url }: ThirdParty) {
  const call = (path: string, headers = {}) =>
    component('http-request', { method: 'GET', url: `${url}${path}`, headers });
  const item = input('name');
  const childId = await api.publish('Child', chain(item, call('/child'), output('done')));
  const child = component('run-workflow', {
    workflowId: childId,
    componentId: item.id,
    placeholderValues: { name: 'Ann' },
    wait: true,
  });
  const webhook = component('webhook', {}, { output: 'request' });
  const own = call('/own', { traceparent: 'chosen by the author' });
  const components = [call('/first'), own, component('delay', { seconds: 1 }), call('/resumed'), child, output('done')];
  const workflowId = await api.publish('Callers', chain(webhook, ...components));
  return { workflowId, componentId: webhook.id, last: '/child' };
}

const traceOf = ({ calls }: ThirdParty, path: string) => {
  const headers = calls.find(({ url }) => url === path)?.headers;
  return headers === undefined ? undefined : { traceparent: headers['traceparent'], tracestate: headers['tracestate'] };
};

describeEachBackend('without a collector', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: ThirdParty;
  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
  });
  afterAll(() => thirdParty?.stop());

  test('a run goes on the trace of its caller: its calls, those after a wait, and those of its children', async () => {
    const { workflowId, componentId } = await publishCallers(system, thirdParty);
    const headers = { traceparent: TRACEPARENT, tracestate: TRACESTATE, 'x-request-id': 'order-77', prefer: 'wait=60' };
    const { body } = await system.api.run(workflowId, componentId, {}, headers);
    expect(body).toMatchObject({ status: 'SUCCEEDED' });
    const caller = { traceparent: TRACEPARENT, tracestate: TRACESTATE };
    for (const path of ['/first', '/resumed', '/child']) expect(traceOf(thirdParty, path)).toEqual(caller);
    expect(traceOf(thirdParty, '/own')).toEqual({ traceparent: 'chosen by the author', tracestate: undefined });
    const { sessionId } = body as { sessionId: string };
    const line = { sessionId, organizationId: system.organization.id, requestId: 'order-77', traceId: TRACE };
    const lines = async (ofSession: boolean) =>
      (await system.readLog()).filter(
        ({ msg, requestId }) => requestId === 'order-77' && (msg === 'session') === ofSession,
      );
    const hasEnded = async () =>
      (await lines(true)).some(({ outcome, sessionId: id }) => outcome === 'succeeded' && id === sessionId);
    await waitFor(hasEnded, { what: 'the line of the session' });
    const logged = await lines(true);
    expect(logged).toContainEqual(expect.objectContaining({ ...line, outcome: 'waiting', level: 20 }));
    // The child stores the trace of its first ancestor's request.
    expect(logged.some(({ sessionId: id }) => id !== sessionId)).toBe(true);
    await waitFor(async () => (await lines(false)).length > 0, { what: 'the line of the request' });
    const [request] = await lines(false);
    expect(request).toMatchObject({ traceId: TRACE, sessionId });
  });

  test('a delivery goes on the trace of its sender, and an invalid one is ignored', async () => {
    const { workflowId, componentId } = await publishCallers(system, thirdParty);
    const { token } = await system.api.call<{ token: string }>(
      'POST',
      `/v1/workflows/${workflowId}/components/${componentId}/token`,
    );
    const hasSpan = () => traceOf(thirdParty, '/child') !== undefined;
    for (const traceparent of [TRACEPARENT, TRACEPARENT.toUpperCase()]) {
      thirdParty.calls.length = 0;
      const { status } = await fetch(`${system.api.baseUrl}/webhook/${workflowId}`, {
        method: 'POST',
        headers: { token, traceparent },
      });
      expect(status).toBe(202);
      await waitFor(hasSpan);
      const expected = traceparent === TRACEPARENT ? TRACEPARENT : undefined;
      for (const path of ['/first', '/child']) expect(traceOf(thirdParty, path)?.traceparent).toBe(expected);
    }
  });
});

describe('with a collector', () => {
  let system: ContractSystem;
  let thirdParty: ThirdParty;
  let collector: Awaited<ReturnType<typeof startTraceCollector>>;
  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    collector = await startTraceCollector();
    system = await startContractSystem({
      env: {
        HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      },
    });
  });
  afterAll(async () => {
    await system?.stop();
    thirdParty?.stop();
    collector?.stop();
  });

  const ofTrace = (): CollectedSpan[] => collector.spans.filter(({ traceId }) => traceId === TRACE);

  test('one whole trace goes through both services, waits and children', async () => {
    const { workflowId, componentId } = await publishCallers(system, thirdParty);
    const { body } = await system.api.run(workflowId, componentId, {}, { traceparent: TRACEPARENT, prefer: 'wait=60' });
    expect(body).toMatchObject({ status: 'SUCCEEDED' });
    await waitFor(
      () =>
        ofTrace().some(({ name }) => name === 'POST /v1/workflow/run') &&
        ofTrace().filter(({ attributes }) => attributes['workflow.session.outcome'] === 'succeeded').length === 2,
      { what: 'the spans to be sent' },
    );
    const spans = ofTrace();
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const pathOf = (span: CollectedSpan): string[] => {
      const parent = byId.get(span.parentSpanId ?? '');
      return [...(parent === undefined ? [span.parentSpanId ?? ''] : pathOf(parent)), span.name];
    };
    const paths = spans.map((span) => pathOf(span).join(' > '));
    const root = `${CALLER} > POST /v1/workflow/run > create sessions > process sessions`.replaceAll(
      'sessions',
      system.queueName,
    );
    expect(paths).toContain(`${root} > http-request > GET`);
    expect(paths).toContain(
      `${root} > run-workflow > create ${system.queueName} > process ${system.queueName} > http-request > GET`,
    );
    // All spans are descendants of the caller's span.
    expect(paths.filter((path) => !path.startsWith(CALLER))).toEqual([]);
    const services = new Map(spans.map(({ name, service }) => [name, service]));
    expect(services.get('POST /v1/workflow/run')).toBe('workflow-ingress');
    expect(services.get(`process ${system.queueName}`)).toBe('workflow-executor');
    const first = thirdParty.calls.find(({ url }) => url === '/first');
    const [, , sentFrom = ''] = String(first?.headers['traceparent']).split('-');
    expect(byId.get(sentFrom)).toMatchObject({ name: 'GET', kind: 3, attributes: { 'server.address': '127.0.0.1' } });
    const process = spans.find(({ name }) => name === `process ${system.queueName}`);
    expect(process).toMatchObject({
      kind: 5,
      attributes: {
        'messaging.system': 'bullmq',
        'messaging.destination.name': system.queueName,
        'messaging.operation.type': 'process',
      },
    });
  });

  test('what is enqueued and taken together is linked to each of its sessions', async () => {
    const trigger = input('name');
    const workflowId = await system.api.publish('Many', chain(trigger, output('{{ name }}')));
    const lines = Array.from({ length: 20 }, (_, index) =>
      JSON.stringify({ workflowId, componentId: trigger.id, placeholderValues: { name: String(index) } }),
    );
    const response = await fetch(`${system.api.baseUrl}/v1/workflow/run/batch`, {
      method: 'POST',
      headers: { 'x-api-key': system.organization.apiKey, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    });
    const answers = (await response.text()).trim().split('\n');
    const ids = new Set(answers.map((line) => (JSON.parse(line) as { sessionId: string }).sessionId));
    const created = () =>
      collector.spans.filter(
        ({ attributes }) =>
          ids.has(attributes['messaging.message.id'] ?? '') && attributes['messaging.operation.type'] === 'create',
      );
    const linked = (operation: string) =>
      new Set(
        collector.spans
          .filter(({ attributes }) => attributes['messaging.operation.type'] === operation)
          .flatMap(({ links }) => (links ?? []).map(({ spanId }) => spanId)),
      );
    await waitFor(
      () =>
        created().length === 20 &&
        ['send', 'receive'].every((operation) => created().every(({ spanId }) => linked(operation).has(spanId))),
      { what: 'links to each session' },
    );
    const batches = collector.spans.filter(
      ({ attributes }) => Number(attributes['messaging.batch.message_count'] ?? 0) > 1,
    );
    expect(batches.length).toBeGreaterThan(0);
  });

  test('without another protocol it is protobuf, and a collector that is away holds up nothing', async () => {
    const [known] = system.ingresses;
    const ingress = await system.startIngress({ OTEL_EXPORTER_OTLP_PROTOCOL: '', OTEL_SERVICE_NAME: 'shop' });
    const before = collector.requests.length;
    expect((await system.apiFor(system.organization, ingress).request('GET', '/v1/workflows')).status).toBe(200);
    await waitFor(() =>
      collector.requests.slice(before).some(({ contentType }) => contentType === 'application/x-protobuf'),
    );
    expect(collector.requests.every(({ url }) => url === '/v1/traces')).toBe(true);
    collector.stop();
    expect((await system.apiFor(system.organization, known).request('GET', '/v1/workflows')).status).toBe(200);
    await ingress.stop();
    expect(ingress.exits.at(-1)).toEqual({ code: 0, signal: null });
  });
});
