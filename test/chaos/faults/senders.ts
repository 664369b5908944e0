import type { Fault } from '../fault.ts';
import { manyTransactions } from './many-transactions.ts';
import { ownResponses } from './own-responses.ts';
import { repeatedRequests } from './repeated-requests.ts';
import { webhookBurst } from './webhook-burst.ts';

/** Unusual loads of senders, without a fault of a part. */
export const senders: Fault[] = [repeatedRequests, ...ownResponses, manyTransactions, webhookBurst];
