import { runRequest } from '../../lab/lab-requests.ts';
import { Lab } from '../../lab/lab.ts';
import { codeWorkflow } from '../../lab/lab-workflows.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

const PROGRAMS = {
  'endless loop': 'for (;;) {}',
  'memory hog': 'const hoard = []; for (;;) hoard.push(new Array(100000).fill(7));',
  'deep recursion': 'const down = (n) => down(n + 1) + 1; return down(0);',
  'a thrown non-error': 'throw 42;',
  '50 MB returned': 'return "x".repeat(50 * 1024 * 1024);',
  'a catastrophic regular expression': 'return /^(a+)+$/.test("a".repeat(40) + "!");',
};

/** Programs of code components that go wrong on purpose, each beside ordinary sessions. */
export const hostileCode: Fault = {
  name: 'hostile code components',
  short: true,
  run: async (size) => {
    const lab = await Lab.start({ backend: 'redis', prepareDatabase: watchInvariants });
    try {
      const ordinary = await runRequest(lab);
      const hostile = [];
      for (const source of Object.values(PROGRAMS)) hostile.push(await runRequest(lab, codeWorkflow(source)));
      const ordinaryPosts = postRuns({ requests: [ordinary], total: size.of(2_000, 200), ratePerSecond: 100 });
      const hostilePosts = await postRuns({ requests: hostile, total: hostile.length * size.of(5, 1), ratePerSecond: 10 });
      const posted = await ordinaryPosts;
      const result = await judge(lab, {
        name: 'hostile code components',
        accepted: [...posted.accepted, ...hostilePosts.accepted],
        withinSeconds: 120,
        allSucceed: false,
        bars: [{ text: `${lab.executors[0]!.exits.length} executor exits`, held: lab.executors[0]!.exits.length === 0 }],
      });
      await lab.withDatabase(async (database) => {
        const { rows } = await database.query<{ status: string; hostile: boolean; code: string | null; n: string }>(
          `SELECT status::text, id = ANY($1::uuid[]) AS hostile, error->>'code' AS code, count(*) AS n FROM sessions GROUP BY 1, 2, 3`,
          [hostilePosts.accepted],
        );
        result.notes.push(...rows.map((row) => `${row.hostile ? 'hostile' : 'ordinary'} ${row.status}${row.code === null ? '' : ` ${row.code}`}: ${row.n}`));
        result.passed &&= rows.every((row) => row.status === (row.hostile ? 'FAILED' : 'SUCCEEDED') && (!row.hostile || row.code !== null));
      });
      return result;
    } finally {
      await lab.stop();
    }
  },
};
