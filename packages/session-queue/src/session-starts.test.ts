import { expect, test } from '@jest/globals';
import {
  fromQueuedJob,
  groupIntoJobs,
  restOfJob,
  splitJob,
  toQueuedJob,
  type SessionToEnqueue,
} from './session-job.ts';
import { createSessionStarts, type SessionStart } from './session-starts.ts';

const [KEY, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const starts = createSessionStarts([KEY]);
const owner = { sessionId: 'session', organizationId: 'organization' };
const start: SessionStart = {
  workflowId: 'w',
  definitionId: 'd',
  componentId: 'c',
  mode: 'PROD',
  requestId: null,
  trace: { traceparent: '00-a-b-01', tracestate: null },
  valuesJson: '{"planted": "a secret",\n "b": 1e2}',
};
const sealed = starts.seal('ingress', owner, start);

test('a start is opened as it was sealed, and shows nothing', () => {
  expect(starts.open('ingress', owner, sealed)).toEqual(start);
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toMatch(/planted|secret|PROD/);
});

test('a start that a key sealed which was replaced since is opened', () => {
  expect(createSessionStarts([OTHER, KEY]).open('ingress', owner, sealed)).toEqual(start);
});

test.each([
  ['of another session', 'ingress', { ...owner, sessionId: 'other' }, sealed],
  ['of another organization', 'ingress', { ...owner, organizationId: 'other' }, sealed],
  ['of another ingress', 'other', owner, sealed],
  ['by an unknown key', 'ingress', owner, createSessionStarts([OTHER]).seal('ingress', owner, start)],
  ['that was changed', 'ingress', owner, `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`],
  ['that was cut off', 'ingress', owner, sealed.slice(0, -4)],
  ['that was made up', 'ingress', owner, Buffer.from(JSON.stringify(start).padEnd(99)).toString('base64')],
  ['that is empty', 'ingress', owner, ''],
])('a start %s is not opened', (_name, ingress, of, text) => {
  expect(starts.open(ingress, of, text)).toBeNull();
});

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const session = (number: number, more: Partial<SessionToEnqueue> = {}): SessionToEnqueue => ({
  sessionId: id(number),
  organizationId: 'o',
  enqueueNumber: 1,
  start,
  ...more,
});
const sealer = { ingress: 'i', maxBytes: Infinity, seal: ({ sessionId }: SessionToEnqueue) => `sealed ${sessionId}` };
const withoutStart = ({ start: _start, ...rest }: SessionToEnqueue): SessionToEnqueue => rest;
const FIRST = { attemptsStarted: 1, stalledCounter: 0 };

const taken = (sessions: SessionToEnqueue[], counters: object = FIRST) => {
  const [job] = groupIntoJobs(sessions, sealer).map(toQueuedJob);
  return fromQueuedJob({ id: job?.opts.jobId, data: job!.data, ...FIRST, ...counters });
};

test('a job carries the start of each session in its place', () => {
  const sessions = [withoutStart(session(1)), session(2), withoutStart(session(3)), session(4)];
  expect(taken(sessions)?.starts).toEqual({ sealedBy: 'i', texts: ['', `sealed ${id(2)}`, '', `sealed ${id(4)}`] });
});

test.each([
  ['was given out before', [session(1)], { attemptsStarted: 2 }],
  ['stalled', [session(1)], { stalledCounter: 1 }],
  ['is of a later enqueueing', [session(1, { enqueueNumber: 2 })], {}],
  ['was added by a rescue', [withoutStart(session(1))], {}],
])('a job that %s has no starts', (_name, sessions, counters) => {
  expect(taken(sessions, counters)).not.toHaveProperty('starts');
});

test('a rest keeps the starts of its sessions, unless the job was given out before', () => {
  const sessions = [session(1), session(2), session(3)];
  const rests = splitJob(restOfJob(taken(sessions)!, 1), 1);
  expect(rests.map(({ starts: kept }) => kept?.texts)).toEqual([[`sealed ${id(2)}`], [`sealed ${id(3)}`]]);
  expect(toQueuedJob(restOfJob(taken(sessions, { attemptsStarted: 2 })!, 1)).data).toEqual({ o: 'o', s: [id(3)] });
});

test('a job without starts is what earlier versions write and read', () => {
  const job = toQueuedJob(groupIntoJobs([withoutStart(session(1)), withoutStart(session(2))], sealer)[0]!);
  expect(job.data).toEqual({ o: 'o', s: [id(2)] });
});
