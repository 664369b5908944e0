import { Lab, waitFor } from '@workflow/test-harness';
import { addBar, type Bar, type Fault, type FaultResult, type FaultSize } from '../fault.ts';
import { AcceptedIds } from '../random-kills/accepted-ids.ts';
import { EffectLedger } from '../random-kills/effect-ledger.ts';
import { RandomKiller, type PartKill } from '../random-kills/kill-at-random.ts';
import { publishMixed } from '../random-kills/mixed-load.ts';
import { postEach } from '../random-kills/post-each.ts';
import { breachBar, haveAllEnded, readVerdict } from '../random-kills/read-verdict.ts';
import { secondsSince } from '../recovery.ts';
import { seededRandom } from '../../seeded-random.ts';
import { countRows, findStrandedRows, strandedNotes } from '../stranded/find-stranded-rows.ts';
import { countInvariants, watchInvariants } from '../watch-invariants.ts';

const EXECUTORS = 2;
const CONCURRENCY = 100;
/**
 * Each caller waits for the end of its session. Fewer sessions are then in flight than an idle machine enqueues
 * directly (docs/decisions/0024); sessions of the backlog do not run first.
 */
const CALLERS = { long: 512, short: 128 };
const ENDED_WITHIN_MS = 180_000;
const REPORTED_EVERY_MS = 60_000;
/** The maximum number of kills in a long run. */
const MAX_KILLS = 250;

const SERVICES: PartKill[] = ['executor killed', 'executor killed', 'ingress killed'];
const SLOW: PartKill[] = ['executor suspended', 'PostgreSQL killed'];

/** Any part is killed while sessions of all kinds run: none is lost, and none ends twice. */
export const randomKills: Fault[] = (['redis', 'postgres'] as const).map((backend) => {
  const name = `random kills, queue on ${backend === 'redis' ? 'Redis' : 'PostgreSQL'}`;
  return { name, short: backend === 'redis', share: 0.5, run: (size) => runFault(name, backend, size) };
});

async function runFault(name: string, backend: 'redis' | 'postgres', size: FaultSize): Promise<FaultResult> {
  const total = size.sessions ?? size.of(20_000, 2_000);
  const seed = size.seed ?? Math.floor(Math.random() * 2 ** 32);
  const ids = new AcceptedIds(total);
  const ledger = new EffectLedger(total);
  const lab = await Lab.start({
    backend,
    ingresses: 2,
    executors: EXECUTORS,
    executorConcurrency: CONCURRENCY,
    prepareDatabase: watchInvariants,
  });
  const killer = new RandomKiller(lab, {
    // The long form kills more often the parts that restart quickly.
    deck: [...(size.long ? SERVICES : []), ...SERVICES, ...SLOW, ...(backend === 'redis' ? ['Redis killed'] : [])],
    random: seededRandom(seed),
    sessionsPerKill: size.of(Math.max(2_000, total / MAX_KILLS), 300),
    total,
    accepted: () => ids.count,
    during: (kill) => ledger.during(kill),
  });
  const ending = new AbortController();
  const startedAt = performance.now();
  const perSecond = (): number => Math.round((ids.count * 1000) / (performance.now() - startedAt));
  const progress = setInterval(() => {
    if (size.long) console.error(`  ${ids.count} accepted, ${perSecond()}/s; ${killer.summary}; seed ${seed}`);
  }, REPORTED_EVERY_MS);
  try {
    const load = await publishMixed(lab, await ledger.listen());
    const [{ repeated }] = await Promise.all([
      postEach({
        ...{ total, callers: size.of(CALLERS.long, CALLERS.short), ports: lab.ingressPorts, requestOf: load.requestOf },
        maySend: (number) => !killer.isBehind(number),
        onAccepted: (number, sessionId) => ids.set(number, sessionId),
        signal: ending.signal,
      }),
      killer.run(ending.signal),
    ]);
    const overAt = performance.now();
    const areEnded = (): Promise<boolean> => lab.withDatabase(haveAllEnded);
    await waitFor(areEnded, { withinMs: ENDED_WITHIN_MS, everyMs: 500 }).catch(() => undefined);
    const recoverySeconds = secondsSince(overAt);
    const bars = [
      { text: `${ids.count} of ${total} accepted, ${perSecond()}/s`, met: ids.count === total },
      killer.otherExits(),
    ];
    return await lab.withDatabase(async (database) => {
      await ids.write(database);
      const { lost, crashed, bars: verdict } = await readVerdict(database, load, killer.executorKills);
      const { finishedTwice, committedStepsRerun } = await countInvariants(database);
      const stranded = await findStrandedRows(database);
      const result: FaultResult = {
        ...{ name, accepted: ids.count, finished: ids.count - lost, lost, finishedTwice, committedStepsRerun },
        ...{ stranded: countRows(stranded), recoverySeconds, passed: stranded.length === 0 },
        notes: [
          ...strandedNotes(stranded),
          `seed ${seed}`,
          killer.summary,
          `${repeated} requests repeated`,
          `${crashed} crashed`,
        ],
      };
      addBar(result, { text: `${committedStepsRerun} committed steps run again`, met: committedStepsRerun === 0 });
      const effects = effectBars(ledger, ids, load.effectsOf(total) - crashed);
      for (const bar of [...bars, ...verdict, ...effects]) addBar(result, bar);
      if (result.passed) lab.forgetLogs();
      else addBar(result, { text: `of --seed ${seed}`, met: false });
      return result;
    });
  } finally {
    clearInterval(progress);
    ending.abort();
    await lab.stop();
    ledger.close();
  }
}

/** Checks that each session has its effect at least once, and at most once more for each kill since. */
function effectBars(ledger: EffectLedger, ids: AcceptedIds, atLeast: number): Bar[] {
  const { calls, sessions, mostOfOneSession, over } = ledger;
  return [
    {
      text: `${calls} effects of ${sessions} sessions, at most ${mostOfOneSession} of one`,
      met: sessions >= atLeast,
    },
    breachBar(
      'with more effects than kills allow',
      over.size,
      [...over].map((number) => ids.get(number)),
    ),
  ];
}
