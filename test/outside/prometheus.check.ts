import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.ts';
import { ROOT } from './helm.ts';

const FOLDER = join(ROOT, 'deploy/prometheus');
const DASHBOARDS = join(ROOT, 'deploy/grafana/dashboards');

/** Runs Prometheus's own checker from Debian's package `prometheus`. */
function promtool(...command: string[]): void {
  const { error, status, stdout, stderr } = spawnSync('promtool', command, { encoding: 'utf8' });
  assert.equal(error, undefined, 'promtool is needed: apt-get install prometheus');
  assert.equal(status, 0, stdout + stderr);
}

check('the rules are what Prometheus takes', () => promtool('check', 'rules', join(FOLDER, 'rules.yaml')));

check('each alert fires when it should, and none when all is well', () =>
  promtool('test', 'rules', join(FOLDER, 'rules.test.yaml')),
);

check('the configuration for compose is what Prometheus takes', () =>
  promtool('check', 'config', '--syntax-only', join(FOLDER, 'prometheus.yaml')),
);

check('every query of the dashboards is one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-dashboards-'));
  try {
    const queries = readdirSync(DASHBOARDS).flatMap((file) => {
      const { panels } = JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8')) as {
        panels: { targets: { expr: string }[] }[];
      };
      return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    });
    assert.ok(queries.length > 50);
    const rules = queries.map((query, index) => ({
      record: `query:${index}`,
      expr: query.replaceAll('$__rate_interval', '5m'),
    }));
    const file = join(folder, 'queries.yaml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    promtool('check', 'rules', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
