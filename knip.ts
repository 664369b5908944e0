import type { KnipConfig } from 'knip';

/** The files that `pnpm check:unused` checks. Each exception has its reason. */
export default {
  workspaces: {
    '.': {
      // The last ones are started as separate processes, or loaded before one.
      entry: [
        'scripts/*.ts',
        'test/**/*.test.ts',
        'test/{bench,chaos,fuzz}/main.ts',
        'test/bench/{floor-server,bare-batch}.ts',
        'test/load/main.ts',
        'test/chaos/{attack,fault}-main.ts',
        'test/fuzz/neighbour-main.ts',
        'test/system/blocked/hold-loops.ts',
      ],
      // These two install their own packages.
      project: ['scripts/**/*.ts', 'test/**/*.ts', '!test/outside/**', '!test/bench/peers/**'],
      // Tests start the program of the machine.
      ignoreBinaries: ['redis-server'],
      ignoreDependencies: [
        // Read as a file and injected into pages.
        'axe-core',
        // Types of a server that only tests start.
        '@types/smtp-server',
        // Programs that files of scripts/ resolve and start.
        'jest',
        'prisma',
      ],
    },
    'packages/session-store': {
      // The program of the chart's migration job.
      entry: ['src/migrate-main.ts'],
      ignoreDependencies: [
        // The generated client imports it.
        '@prisma/client',
      ],
    },
    'packages/service-runtime': { entry: ['test/sample-service.ts', 'src/turns/testing/*.ts'] },
    'packages/test-harness': {
      // Named in jest.config.mjs, loaded before a service, or started as a separate process.
      entry: ['src/jest/*.mjs', 'src/loops/report-long-turns.ts', 'src/loops/testing/busy-service.ts'],
      // These belong to Jest and are required by path.
      ignoreDependencies: ['@jest/test-sequencer', 'jest-runtime'],
    },
    'services/ingress': {
      entry: ['src/main.ts'],
    },
    'packages/outbound': {
      // A test runs it as a process.
      entry: ['src/library-use/testing/uncaught-errors.ts'],
    },
    'packages/expressions': {
      // The program of sandbox processes.
      entry: ['src/program/sandbox-process.ts'],
    },
    'packages/sandbox': {
      // Programs that tests start.
      entry: ['src/testing/code-process.ts', 'src/inside/testing/*.ts'],
    },
    'packages/component-packages': {
      // The program of a component process.
      entry: ['src/inside/component-process.ts'],
    },
    'packages/components': {
      // Named by what scripts/generate-components.ts writes, and a program.
      entry: [
        'src/*/descriptor.ts',
        'src/*/run.ts',
        'src/*/{check,data-job,preview,records}.ts',
        'src/data-process.ts',
      ],
    },
    'services/executor': {
      // A test runs the last one as a process.
      entry: ['src/main.ts', 'test/hostile-servers/client-process.ts'],
      // Payloads that a test reads as files.
      ignoreDependencies: ['@octokit/webhooks-examples'],
    },
  },
  ignoreBinaries: [
    // Programs of the machine. The code that starts them reports if they are missing.
    'adduser',
    'faketime',
    'mariadb',
    'mariadb-install-db',
    'mount',
    'openssl',
    'umount',
    'useradd',
    'tcpdump',
    'iptables',
  ],
} satisfies KnipConfig;
