import type { Hostile } from './hostile.ts';
import { deliveries } from './operations/deliveries.ts';
import { eventRounds } from './operations/event-rounds.ts';
import { flowKeys } from './operations/flow-keys.ts';
import type { Operation } from './operations/operation.ts';
import { pins } from './operations/pins.ts';
import { requests } from './operations/requests.ts';
import { stores } from './operations/stores.ts';
import { streams } from './operations/streams.ts';
import { trees } from './operations/trees.ts';

/** A case that once caused a fault. */
interface Regression {
  name: string;
  act(hostile: Hostile): Promise<void>;
}

function once<Plan>({ name, act }: Operation<Plan>, what: string, plan: Plan): Regression {
  return { name: `${name}: ${what}`, act: (hostile) => act(plan, hostile) };
}

const MEGABYTE_OF_SPACES = { repeat: 'a ', times: 500_000, between: '' };
const MEGABYTE = { repeat: 'x', times: 1_000_000, between: '' };

export const REGRESSIONS: readonly Regression[] = [
  once(flowKeys, 'a megabyte joined 25 times and trimmed 40 times', {
    rule: 'concurrency',
    by: 'run',
    key: { open: '$trim(', close: ')', depth: 40, within: { repeat: 't', times: 25, between: ' & ' } },
    text: MEGABYTE_OF_SPACES,
    json: '1',
    times: 1,
  }),
  once(flowKeys, 'the same of a delivery', {
    rule: 'order',
    by: 'webhook',
    key: { open: '$trim(', close: ')', depth: 40, within: { repeat: 't', times: 25, between: ' & ' } },
    text: MEGABYTE_OF_SPACES,
    json: '1',
    times: 1,
  }),
  once(flowKeys, 'filters within filters over a list within a list', {
    rule: 'concurrency',
    by: 'run',
    key: { open: 'j[', close: ']', depth: 23, within: '$count(j)' },
    text: 'x',
    json: { open: '[1,"x",', close: ',null]', depth: 90, within: '1' },
    times: 1,
  }),
  once(pins, 'an output of 8,192 lists within each other', {
    json: { open: '[', close: ']', depth: 8_192, within: '1' },
    pins: 1,
    unknown: 1,
    isOnlyThis: false,
    times: 1,
  }),
  once(deliveries, 'a form of 500,000 pairs', {
    contentType: 'application/x-www-form-urlencoded',
    body: { repeat: 'a', times: 500_000, between: '&' },
    encoding: 'identity',
    megabytes: 1,
    header: 'x',
    query: 'a',
    config: {},
    times: 1,
    atOnce: 1,
  }),
  once(requests, '64 runs of lists nested 170,000 deep', {
    route: ['POST', '/v1/workflow/run'],
    body: { open: '[', close: ']', depth: 170_000, within: '1' },
    query: 'a',
    headers: {},
    times: 64,
  }),
  once(requests, '64 lists of a long number nested 76,000 deep', {
    route: ['POST', '/v1/organization/api-keys'],
    body: { open: '[1,"x",', close: ',null]', depth: 76_000, within: '9'.repeat(400) },
    query: 'a',
    headers: {},
    times: 64,
  }),
  once(stores, 'rows of lists nested 8,192 deep', {
    step: { type: 'storage', config: { operation: 'set', key: '{{ k }}', value: '{{ j }}' } },
    columns: 1,
    json: { open: '[', close: ']', depth: 8_192, within: '1' },
    rows: 1,
    isOneKey: false,
    times: 1,
  }),
  once(eventRounds, '200 sessions of a megabyte cancelled for 20 hooks', {
    runs: 200,
    hooks: 20,
    action: 'cancel',
    operations: 1,
    url: 'http://127.0.0.1:9/',
    text: MEGABYTE,
    json: '1',
  }),
  once(streams, '64 streams of sessions with results of 6 MB', {
    streams: 64,
    reads: false,
    runs: 32,
    copies: 6,
    lists: 1,
    text: MEGABYTE,
    json: '1',
  }),
  once(trees, 'three levels of 1,000 items, cancelled after four seconds', {
    levels: 3,
    items: 1_000,
    concurrency: 100,
    itemLength: 1,
    outputLength: 1,
    leaf: 'delay',
    end: 'cancel',
    afterMs: 4_000,
  }),
];
