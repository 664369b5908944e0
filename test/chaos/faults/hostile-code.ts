import { codeWorkflow } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { Client } from 'pg';
import { noServiceEnded } from '../bars.ts';
import type { Bar } from '../fault.ts';
import { labFault } from '../lab-fault.ts';
import { postRuns } from '../post-runs.ts';

const PROGRAMS = [
  { what: 'endless loop', source: 'for (;;) {}', code: 'CODE_TIMEOUT' },
  {
    what: 'memory hog',
    source: 'const hoard = []; for (;;) hoard.push(new Array(100000).fill(7));',
    code: 'CODE_MEMORY',
  },
  { what: 'deep recursion', source: 'const down = (n) => down(n + 1) + 1; return down(0);', code: 'CODE_ERROR' },
  { what: 'a thrown non-error', source: 'throw 42;', code: 'CODE_ERROR' },
  { what: '50 MB returned', source: 'return "x".repeat(50 * 1024 * 1024);', code: 'OUTPUT_TOO_LARGE' },
  {
    what: 'a catastrophic regular expression',
    source: 'return /^(a+)+$/.test("a".repeat(40) + "!");',
    code: 'CODE_TIMEOUT',
  },
];

/** Code components run programs that fail on purpose, while ordinary sessions run. */
export const hostileCode = labFault({
  name: 'hostile code components',
  short: false,
  share: 0.25,
  inject: async ({ size, startLab }) => {
    const lab = await startLab({ backend: 'redis' });
    const ordinary = await runRequest(lab);
    const hostile = [];
    for (const { source } of PROGRAMS) hostile.push(await runRequest(lab, codeWorkflow(source)));
    const ordinaryPosts = postRuns({ requests: [ordinary], total: size.of(2_000, 200), ratePerSecond: 100 });
    const hostilePosts = await postRuns({
      requests: hostile,
      total: hostile.length * size.of(5, 1),
      ratePerSecond: 10,
    });
    const posted = await ordinaryPosts;
    return {
      accepted: [...posted.accepted, ...hostilePosts.accepted],
      withinSeconds: 120,
      allSucceed: false,
      bars: [noServiceEnded(lab)],
      barsAtEnd: barsByProgram,
    };
  },
});

/** Returns a bar for each program and outcome. Ordinary sessions have no program. */
async function barsByProgram(database: Client): Promise<Bar[]> {
  const { rows } = await database.query<{ status: string; source: string | null; code: string | null; n: string }>(
    `SELECT s.status::text, c.value->'config'->>'source' AS source, s.error->>'code' AS code, count(*) AS n
       FROM sessions s JOIN definitions d ON d.id = s.definition_id
       LEFT JOIN LATERAL (SELECT value FROM jsonb_array_elements(d.content->'components')
         WHERE value->>'type' = 'code') c ON true
      GROUP BY 1, 2, 3`,
  );
  return rows.map(({ status, source, code, n }) => {
    const program = PROGRAMS.find((candidate) => candidate.source === source);
    const met = program === undefined ? status === 'SUCCEEDED' : status === 'FAILED' && code === program.code;
    return { text: `${program?.what ?? 'ordinary'}: ${n} ${status} ${code ?? ''}`.trimEnd(), met };
  });
}
