import { expect, test } from '@jest/globals';
import {
  fromQueuedJob,
  groupIntoJobs,
  partOfJob,
  splitJob,
  toQueuedJob,
  type SessionToEnqueue,
} from './session-job.ts';
import { createSessionStarts, type CarriedStart } from './session-starts.ts';

const [KEY, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const starts = createSessionStarts([KEY]);
const start: CarriedStart = {
  workflowId: 'w',
  definitionId: 'd',
  componentId: 'c',
  mode: 'PROD',
  requestId: null,
  trace: { traceparent: '00-a-b-01', tracestate: null },
  valuesJson: '{"planted": "a secret",\n "b": 1e2}',
};
const otherStart: CarriedStart = {
  ...start,
  componentId: 'another',
  requestId: 'r',
  trace: null,
  valuesJson: '{"b":"ä\\ud800€","a":12345678901234567890}',
};
const ofJob = new Map([
  ['first', start],
  ['second', otherStart],
]);
const sealed = starts.seal('ingress', 'organization', ofJob);

test('opens starts as they were sealed, each for its session, and the sealed text shows nothing', () => {
  expect(starts.open('ingress', 'organization', sealed)).toEqual(ofJob);
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toMatch(/planted|secret|PROD|first/);
});

test('the fields that the starts of a job share are written once', () => {
  const many = new Map(
    Array.from({ length: 16 }, (_, number) => [id(number), { ...start, definitionId: 'd'.repeat(64) }]),
  );
  const text = starts.seal('ingress', 'organization', many);
  expect(starts.open('ingress', 'organization', text)).toEqual(many);
  expect(text.length).toBeLessThan(16 * 200);
});

test('opens starts that a replaced key sealed', () => {
  expect(createSessionStarts([OTHER, KEY]).open('ingress', 'organization', sealed)).toEqual(ofJob);
});

test.each([
  ['of another organization', 'ingress', 'other', sealed],
  ['of another ingress', 'other', 'organization', sealed],
  ['by an unknown key', 'ingress', 'organization', createSessionStarts([OTHER]).seal('ingress', 'organization', ofJob)],
  ['that were changed', 'ingress', 'organization', `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`],
  ['that were cut off', 'ingress', 'organization', sealed.slice(0, -4)],
  ['that were made up', 'ingress', 'organization', Buffer.from(JSON.stringify([start]).padEnd(99)).toString('base64')],
  ['that are empty', 'ingress', 'organization', ''],
])('starts %s are not opened', (_name, ingress, organizationId, text) => {
  expect(starts.open(ingress, organizationId, text)).toBeNull();
});

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const session = (number: number, more: Partial<SessionToEnqueue> = {}): SessionToEnqueue => ({
  sessionId: id(number),
  organizationId: 'o',
  enqueueNumber: 1,
  start,
  ...more,
});
const sealer = {
  name: 'i',
  maxBytes: Infinity,
  seal: (organizationId: string, sessions: ReadonlyMap<string, CarriedStart>) =>
    `of ${organizationId}: ${[...sessions.keys()].join(' ')}`,
};
const withoutStart = ({ start: _start, ...session }: SessionToEnqueue): SessionToEnqueue => session;
const FIRST = { attemptsStarted: 1, stalledCounter: 0 };

const readStarts = (sessions: SessionToEnqueue[], counters: object = FIRST) => {
  const [job] = groupIntoJobs(sessions, sealer).map(toQueuedJob);
  return fromQueuedJob({ id: job?.opts.jobId, data: job!.data, ...FIRST, ...counters });
};

test('a job carries the starts of its sessions that have one', () => {
  const sessions = [withoutStart(session(1)), session(2), withoutStart(session(3)), session(4)];
  expect(readStarts(sessions)?.starts).toEqual({ sealedBy: 'i', sealed: `of o: ${id(2)} ${id(4)}` });
});

test('a job takes no further session whose values would make its starts too large', () => {
  const large = session(2, { start: { ...start, valuesJson: 'x'.repeat(16 * 1024 - 1) } });
  const jobs = groupIntoJobs([session(1), large, withoutStart(session(3)), session(4)], sealer);
  expect(jobs.map(({ sessionIds }) => sessionIds)).toEqual([[id(1)], [id(2), id(3)], [id(4)]]);
});

test.each([
  ['was taken before', [session(1)], { attemptsStarted: 2 }],
  ['stalled', [session(1)], { stalledCounter: 1 }],
  ['is of a later enqueueing', [session(1, { enqueueNumber: 2 })], {}],
  ['was added by a rescue', [withoutStart(session(1))], {}],
])('a job that %s has no starts', (_name, sessions, counters) => {
  expect(readStarts(sessions, counters)).not.toHaveProperty('starts');
});

test('the rest of a job has its starts, unless the job was taken before', () => {
  const sessions = [session(1), session(2), session(3)];
  const rests = splitJob(partOfJob(readStarts(sessions)!, 1), 1);
  expect(rests.map(({ sessionIds }) => sessionIds)).toEqual([[id(2)], [id(3)]]);
  for (const { starts: retained } of rests) expect(retained).toEqual(readStarts(sessions)?.starts);
  expect(toQueuedJob(partOfJob(readStarts(sessions, { attemptsStarted: 2 })!, 1)).data).toEqual({ o: 'o', s: [id(3)] });
});

test('a job without starts has the form that earlier versions write and read', () => {
  const job = toQueuedJob(groupIntoJobs([withoutStart(session(1)), withoutStart(session(2))], sealer)[0]!);
  expect(job.data).toEqual({ o: 'o', s: [id(2)] });
});
