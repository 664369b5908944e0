import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.ts';
import { ROOT, env, example, examples, helm, lint, pick, pods, refusal, render } from './helm.ts';
import { validate } from './kubernetes-schemas.ts';

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const values = (content: object): string[] => ['--set-json', ...pairs(content)];
const pairs = (content: object): string[] =>
  Object.entries(content)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .flatMap((pair, index) => (index === 0 ? [pair] : ['--set-json', pair]));

/** Every tested way to install the chart: with its defaults, and with each example. */
const WAYS = [{ name: 'defaults', options: [] as string[] }].concat(
  examples().map((name) => ({ name, options: example(name) })),
);

check('there is an example with KEDA, Sentinel, Cluster and PgBouncer', () => {
  const found = examples();
  for (const name of ['keda.yaml', 'sentinel.yaml', 'cluster.yaml', 'pgbouncer.yaml']) assert.ok(found.includes(name));
});

for (const { name, options } of WAYS) {
  check(`${name}: helm finds nothing to complain about`, () => {
    const { status, output } = lint(options);
    assert.equal(status, 0, output);
    assert.doesNotMatch(output, /\[(?:WARNING|ERROR)\]/);
  });

  check(`${name}: every object is what Kubernetes takes`, async () => {
    const objects = render(options);
    assert.ok(objects.length > 5);
    for (const object of objects) await validate(object);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.deepEqual(names, [...new Set(names)]);
  });

  check(`${name}: no pod can write to its image, is root, or holds a token of the cluster`, () => {
    const made = pods(render(options));
    assert.ok(made.length >= 4);
    for (const { spec } of made) {
      assert.equal(spec.automountServiceAccountToken, false);
      assert.deepEqual([spec.securityContext?.['runAsNonRoot'], spec.securityContext?.['runAsUser']], [true, 1000]);
      for (const container of spec.containers) {
        assert.equal(container.securityContext?.['readOnlyRootFilesystem'], true);
        assert.equal(container.securityContext?.['allowPrivilegeEscalation'], false);
        assert.deepEqual(container.securityContext?.['capabilities'], { drop: ['ALL'] });
        assert.notEqual(container.resources, undefined, `${container.name} has resources`);
        // The image's entry point passes signals on; `command` would replace it.
        assert.equal(container.command, undefined);
      }
    }
  });

  check(`${name}: what a scaler sets is not set by the chart, and executors are not scaled by CPU`, () => {
    const objects = render(options);
    for (const { kind, metadata, spec } of objects.filter((object) => object.kind === 'Deployment')) {
      const scaled = objects.some(
        (object) =>
          ['HorizontalPodAutoscaler', 'ScaledObject'].includes(object.kind) &&
          object.spec !== undefined &&
          (object.spec['scaleTargetRef'] as { name: string }).name === metadata.name,
      );
      assert.equal('replicas' in spec!, !scaled, `${kind} ${metadata.name}`);
    }
    const scalers = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    assert.ok(scalers.every(({ metadata }) => metadata.name === 'demo-ingress'));
  });
}

const BIG = 2_097_152;

check('numbers reach the services in digits, however they are given', () => {
  const given = [
    values({ env: { MAX_BODY_BYTES: BIG } }),
    ['--set', `env.MAX_BODY_BYTES=${BIG}`],
    ['--set-string', `env.MAX_BODY_BYTES=${BIG}`],
    ['--set', `ingress.env.MAX_BODY_BYTES=${BIG}`],
    values({ extraEnv: [{ name: 'MAX_BODY_BYTES', value: BIG }] }),
    values({ 'ingress.extraEnv': [{ name: 'MAX_BODY_BYTES', value: BIG }] }),
    [...example('production.yaml')],
  ];
  for (const options of given) {
    const objects = render(options);
    assert.equal(env(objects, 'demo-ingress')['MAX_BODY_BYTES'], '2097152', options.join(' '));
  }
  assert.doesNotMatch(JSON.stringify(render(example('production.yaml'))), /\de\+\d/);
});

check('numbers of Kubernetes’ own fields stay numbers', () => {
  const objects = render(
    values({
      'podSecurityContext.runAsUser': 1_000_650_000,
      'executor.terminationGracePeriodSeconds': 1_000_000,
      'migrate.activeDeadlineSeconds': 1_000_000,
      'executor.resources': { limits: { memory: 2_147_483_648 } },
    }),
  );
  const executor = pods(objects).find(({ name }) => name === 'demo-executor')!.spec;
  assert.equal(executor.securityContext?.['runAsUser'], 1_000_650_000);
  assert.deepEqual(executor.containers[0]!.resources, {
    limits: { memory: 2_147_483_648 },
    requests: { cpu: '250m', memory: '256Mi' },
  });
  assert.equal(pick(objects, 'Job', 'demo-migrate').spec?.['activeDeadlineSeconds'], 1_000_000);
});

check('a service’s own settings win over those of both, 0, false and nothing among them', () => {
  const objects = render(
    values({
      env: { DRAIN_MS: 500, LOG_PRETTY: true, RETENTION_DAYS: 0.5, NO_SUCH: null },
      'ingress.env': { DRAIN_MS: 0, LOG_PRETTY: false },
    }),
  );
  assert.deepEqual(
    ['DRAIN_MS', 'LOG_PRETTY', 'RETENTION_DAYS', 'NO_SUCH'].map((name) => env(objects, 'demo-ingress')[name]),
    ['0', 'false', '0.5', undefined],
  );
  assert.equal(env(objects, 'demo-executor')['DRAIN_MS'], '500');
});

check('extra variables, volumes, annotations and labels reach the pods', () => {
  const objects = render(
    values({
      extraVolumes: [{ name: 'all', emptyDir: {} }],
      extraVolumeMounts: [{ name: 'all', mountPath: '/all' }],
      extraEnvFrom: [{ configMapRef: { name: 'shared' } }],
      'executor.extraVolumes': [{ name: 'own', emptyDir: {} }],
      'executor.extraEnvFrom': [{ secretRef: { name: 'own' } }],
      'executor.podAnnotations': { scrape: true, port: BIG },
      'executor.annotations': { team: 'flows' },
      podLabels: { cost: 7 },
      'ingress.service.annotations': { kind: 'internal' },
    }),
  );
  const executor = JSON.stringify(pick(objects, 'Deployment', 'demo-executor'));
  for (const part of [
    '"name":"own","emptyDir"',
    '"mountPath":"/all"',
    '"name":"shared"',
    '"port":"2097152"',
    '"scrape":"true"',
    '"cost":"7"',
    '"team":"flows"',
  ])
    assert.ok(executor.replaceAll('{"emptyDir":{},"name":"own"}', '"name":"own","emptyDir"').includes(part), part);
  const migrate = JSON.stringify(pick(objects, 'Job', 'demo-migrate'));
  assert.ok(migrate.includes('"mountPath":"/all"') && !migrate.includes('"own"'));
  assert.equal(pick(objects, 'Service', 'demo').metadata.annotations?.['kind'], 'internal');
});

check('a spread of one’s own gets the pods’ labels, and none can be asked for', () => {
  const spread = (options: string[]) =>
    pods(render(options)).find(({ name }) => name === 'demo-executor')!.spec.topologySpreadConstraints;
  const labels = { 'app.kubernetes.io/instance': 'demo', 'app.kubernetes.io/component': 'executor' };
  for (const options of [[], example('cluster.yaml')])
    for (const constraint of spread(options)!) assert.deepEqual(constraint.labelSelector?.matchLabels, labels);
  assert.equal(spread(example('cluster.yaml'))?.length, 2);
  assert.equal(spread(values({ 'executor.topologySpreadConstraints': [] })), undefined);
});

check('pods are replaced when the revision of the secrets changes', () => {
  const checksum = (options: string[]) =>
    pods(render(options)).find(({ name }) => name === 'demo-ingress')!.annotations['checksum/secret'];
  assert.match(checksum([])!, /^[0-9a-f]{64}$/);
  assert.notEqual(checksum([]), checksum(['--set', 'secretRevision=2']));
  assert.equal(checksum([]), checksum([]));
});

check('KEDA scales from none by what waits and what runs, with a fallback', () => {
  for (const name of ['keda.yaml', 'keda-postgresql.yaml']) {
    const spec = pick(render(example(name)), 'ScaledObject', 'demo-executor').spec!;
    assert.equal(spec['minReplicaCount'], 0);
    assert.ok((spec['fallback'] as { replicas: number }).replicas > 0);
    assert.equal((spec['scaleTargetRef'] as { name: string }).name, 'demo-executor');
  }
  const asked = pick(render(example('keda.yaml')), 'ScaledObject', 'demo-executor').spec!;
  const { formula, target, activationTarget } = (asked['advanced'] as { scalingModifiers: Record<string, string> })
    .scalingModifiers;
  assert.deepEqual([formula, target, activationTarget], ['waiting + running', '100', '0']);
  const triggers = asked['triggers'] as { type: string; name: string; metadata: Record<string, string> }[];
  assert.deepEqual(
    triggers.map(({ name, metadata }) => [name, metadata['url'], metadata['valueLocation'], metadata['keyParamName']]),
    ['waiting', 'running'].map((figure) => [
      figure,
      'http://demo.flows.svc:80/v1/operator/scaling?pool=default',
      figure,
      'x-api-key',
    ]),
  );
  const queried = pick(render(example('keda-postgresql.yaml')), 'ScaledObject', 'demo-executor').spec!;
  assert.match(
    JSON.stringify(queried['triggers']),
    /"type":"postgresql".*FROM enqueued_batches|FROM enqueued_batches.*"type":"postgresql"/,
  );
});

check('each executor pool has a Deployment with its settings, and is scaled by its figures', () => {
  const objects = render(example('pools.yaml'));
  const containerOf = (name: string) => {
    const { spec } = pick(objects, 'Deployment', name) as unknown as {
      spec: { replicas?: number; template: { spec: { nodeSelector?: object; containers: { env: object[] }[] } } };
    };
    const pod = spec.template.spec;
    const env = Object.fromEntries(
      (pod.containers[0]!.env as { name: string; value: string }[]).map((e) => [e.name, e.value]),
    );
    return {
      replicas: spec.replicas,
      pool: env['EXECUTOR_POOL'],
      concurrency: env['EXECUTOR_CONCURRENCY'],
      nodeSelector: pod.nodeSelector,
    };
  };
  assert.deepEqual(
    ['demo-executor', 'demo-executor-long', 'demo-executor-acme', 'demo-executor-plant'].map(containerOf),
    [
      { replicas: 2, pool: undefined, concurrency: undefined, nodeSelector: undefined },
      { replicas: 2, pool: 'long', concurrency: '20', nodeSelector: undefined },
      { replicas: undefined, pool: 'acme', concurrency: undefined, nodeSelector: undefined },
      { replicas: 1, pool: 'plant', concurrency: undefined, nodeSelector: { site: 'plant' } },
    ],
  );
  const scaled = objects.filter(({ kind }) => kind === 'ScaledObject');
  assert.deepEqual(
    scaled.map(({ metadata }) => metadata.name),
    ['demo-executor-acme'],
  );
  assert.match(JSON.stringify(scaled), /operator\/scaling\?pool=acme/);
});

check('rules and dashboards of the repository are in the chart', () => {
  const objects = render(example('production.yaml'));
  assert.match(JSON.stringify(pick(objects, 'PrometheusRule', 'demo').spec), /"alert":/);
  const dashboards = objects.filter(({ kind }) => kind === 'ConfigMap');
  assert.deepEqual(
    dashboards.flatMap(({ data }) => Object.keys(data!)).sort(),
    readdirSync(join(ROOT, 'deploy/grafana/dashboards')).sort(),
  );
  for (const { data } of dashboards) {
    for (const [file, content] of Object.entries(data!))
      assert.deepEqual(JSON.parse(content), JSON.parse(text(`deploy/grafana/dashboards/${file}`)));
  }
});

check('a packaged chart has them as well, as files', () => {
  const folder = join(ROOT, 'test/outside/node_modules/.cache');
  assert.equal(helm(['package', join(ROOT, 'deploy/helm'), '--destination', folder]).status, 0);
  const version = /^version: (.+)$/m.exec(text('deploy/helm/Chart.yaml'))![1];
  const archive = join(folder, `workflow-automation-${version}.tgz`);
  assert.ok(existsSync(archive));
  const { status, stdout } = helm(['template', 'demo', archive, ...example('production.yaml')]);
  assert.equal(status, 0);
  assert.ok(stdout.includes('alert: '), 'rules');
  assert.ok(stdout.includes('overview.json'), 'dashboards');
});

check('every setting that an example names is documented', () => {
  const documented = new Set(
    [...text('docs/environment.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name!),
  );
  const set = WAYS.flatMap(({ options }) => {
    const objects = render(options);
    return ['demo-ingress', 'demo-executor', 'demo-migrate'].flatMap((name) => Object.keys(env(objects, name)));
  });
  const coming = new Set((JSON.parse(text('test/outside/coming-names.json')) as { settings: string[] }).settings);
  const unknown = set.filter((name) => !documented.has(name) && !coming.has(name) && name !== 'NODE_EXTRA_CA_CERTS');
  assert.deepEqual([...new Set(unknown)], []);
});

const REFUSED: [string, string[], RegExp][] = [
  ['an unknown value', ['--set', 'ingres.replicas=2'], /ingres/],
  ['scaling of executors by CPU', ['--set', 'executor.autoscaling.enabled=true'], /autoscaling/],
  ['a wrong type', ['--set', 'ingress.replicas=many'], /\/ingress\/replicas/],
  ['a port out of range', ['--set', 'ingress.containerPort=70000'], /\/ingress\/containerPort/],
  ['settings of the pool default in the pools', values({ executor: { pools: { default: {} } } }), /pool default/],
  ['a malformed name of a pool', values({ executor: { pools: { Long: {} } } }), /Long/],
  ['an unknown variant of KEDA', ['--set', 'keda.variant=cpu'], /\/keda\/variant/],
  ['a setting with a list as value', values({ env: { QUEUE_NAME: ['a'] } }), /\/env\/QUEUE_NAME/],
  ['what the chart itself sets', ['--set', 'env.PORT=8080'], /PORT is not for env/],
  ['an early kill', ['--set', 'executor.env.SHUTDOWN_DEADLINE_MS=30000'], /must be longer than SHUTDOWN_DEADLINE_MS/],
  ['KEDA without a Secret', ['--set', 'keda.enabled=true,existingSecret='], /keda\.secret/],
];
for (const [name, options, message] of REFUSED) {
  check(`refuses ${name}`, () => assert.match(refusal(options), message));
}
