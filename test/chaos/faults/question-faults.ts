import { setTimeout as pause } from 'node:timers/promises';
import { waitFor, type Lab } from '@workflow/test-harness';
import { AddressRecorder } from '../address-recorder.ts';
import { askingWorkflow, NOT_ANSWERED, type QuestionKind } from '../asking-workflow.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import type { Bar } from '../fault.ts';
import { PART_KILLS, type PartKill } from '../part-kills.ts';

const BETWEEN_MS = 3_000;
/** The time between the starts of two sessions. */
const EVERY_MS = 100;
const PATIENT_SECONDS = 600;
/** The answers to these questions are sent at about the time at which the question expires. */
const SHORT_SECONDS = 3;
const WITHIN_MS = 90_000;
/** Two people answer each question at the same time. */
const ANSWERERS = ['Ada', 'Ben'];

/** The outcome of one answer: the last status, and if a try of it ended without an answer. */
interface Answer {
  by: string;
  won: boolean;
  unclear: boolean;
}

interface Asked {
  sessionId: string;
  patient: boolean;
  /** The number of addresses that were sent. */
  addresses: number;
  answers: Answer[];
}

interface Workflow {
  kind: QuestionKind;
  patient: boolean;
  workflowId: string;
  startId: string;
}

/**
 * Questions are asked, answered by two people at the same time, and expire while a part is killed: each is decided
 * exactly once.
 */
export const questionFaults = Object.entries(PART_KILLS).map(([what, kill]) =>
  labFault({
    name: `callbacks and approvals: ${what}`,
    short: true,
    share: 0.25,
    inject: (run) => inject(run, kill),
  }),
);

async function inject({ size, startLab, own }: FaultRun, kill: PartKill): Promise<Verdict> {
  const recorder = own(new AddressRecorder());
  const thirdParty = await recorder.listen();
  const lab = await startLab({ backend: 'redis', executors: 3 });
  const workflows = await publishAll(lab, thirdParty);
  const asked: Promise<Asked>[] = [];
  let isOver = false;
  const starting = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const one = askOne(lab, recorder, workflows[number % workflows.length]!, number);
      // A failure is reported when all are awaited. The handler prevents later failures from disturbing the next
      // fault.
      one.catch(() => undefined);
      asked.push(one);
      await pause(EVERY_MS);
    }
  })();
  for (let index = 0; index < size.of(10, 3); index += 1) {
    await pause(BETWEEN_MS);
    await kill(lab, index);
  }
  isOver = true;
  await starting;
  const all = await Promise.all(asked);
  return {
    accepted: all.map(({ sessionId }) => sessionId),
    withinSeconds: 120,
    barsAtEnd: async (database) => {
      const { rows } = await database.query<{ id: string; output: unknown }>(
        'SELECT id, output FROM sessions WHERE id = ANY($1::uuid[])',
        [all.map(({ sessionId }) => sessionId)],
      );
      return barsOf(all, new Map(rows.map(({ id, output }) => [id, output])));
    },
  };
}

function publishAll(lab: Lab, thirdParty: string): Promise<Workflow[]> {
  const made = (['callback', 'approval'] as const).flatMap((kind) =>
    [true, false].map(async (patient) => {
      const { startId, definition } = askingWorkflow(kind, thirdParty, patient ? PATIENT_SECONDS : SHORT_SECONDS);
      const workflowId = await lab.api.publish(`${kind} ${patient ? 'patient' : 'short'}`, definition);
      return { kind, patient, workflowId, startId };
    }),
  );
  return Promise.all(made);
}

/** Starts a session and sends two answers at the same time, each until the service has accepted or refused it. */
async function askOne(lab: Lab, recorder: AddressRecorder, workflow: Workflow, number: number): Promise<Asked> {
  const { kind, patient, workflowId, startId } = workflow;
  const sessionId = await waitFor(
    async () => {
      const headers = { 'Idempotency-Key': `question-${number}` };
      const { status, body } = await lab.api.run(workflowId, startId, { number }, headers);
      return status === 200 && String(body['sessionId']);
    },
    { withinMs: WITHIN_MS, everyMs: 250 },
  );
  const [address] = await waitFor(() => recorder.paths.get(number), { withinMs: WITHIN_MS, everyMs: 50 });
  await pause(patient ? Math.random() * 2_000 : (SHORT_SECONDS - 0.5 + Math.random()) * 1_000);
  const answers = await Promise.all(ANSWERERS.map((by, index) => answer(lab, kind, address!, { by, index })));
  return { sessionId, patient, addresses: recorder.paths.get(number)!.size, answers };
}

async function answer(
  lab: Lab,
  kind: QuestionKind,
  address: string,
  { by, index }: { by: string; index: number },
): Promise<Answer> {
  const body = kind === 'callback' ? { by } : { by, choice: index === 0 ? 'approve' : 'reject' };
  let unclear = false;
  const status = await waitFor(
    async () => {
      const answered = await lab.api.request('POST', address, body).catch(() => null);
      // 409: the session has not asked yet.
      if (answered !== null && (answered.status < 300 || answered.status === 410)) return answered.status;
      unclear ||= answered?.status !== 409;
      return null;
    },
    { withinMs: WITHIN_MS, everyMs: 100 },
  );
  return { by, won: status < 300, unclear };
}

function barsOf(all: Asked[], outputs: Map<string, unknown>): Bar[] {
  const count = (is: (asked: Asked, output: unknown) => boolean): number =>
    all.filter((asked) => is(asked, outputs.get(asked.sessionId))).length;
  const twice = count(({ answers }) => answers.filter(({ won }) => won).length > 1);
  const several = count(({ addresses }) => addresses > 1);
  const otherwise = count(({ answers }, output) => answers.some(({ by, won }) => won && by !== output));
  const refused = count(({ answers }, output) =>
    answers.some(({ by, won, unclear }) => !won && !unclear && by === output),
  );
  const tooEarly = count(({ patient }, output) => patient && output === NOT_ANSWERED);
  const ranOut = count((_, output) => output === NOT_ANSWERED);
  return [
    { text: `${all.length - ranOut} answered, ${ranOut} ran out`, met: ranOut > 0 && ranOut < all.length },
    { text: `${twice} took two answers`, met: twice === 0 },
    { text: `${otherwise} ended otherwise than answered`, met: otherwise === 0 },
    { text: `${refused} ended by an answer that was refused`, met: refused === 0 },
    { text: `${tooEarly} ran out before their time`, met: tooEarly === 0 },
    { text: `${several} sent a second address`, met: several === 0 },
  ];
}
