import type { Row } from '../row.ts';
import { measurePeers } from './peer-rates.ts';
import { measureStages } from './stages.ts';

/** The rows that compare this service with other engines, which are downloaded. */
export const PEER_ROWS: Row[] = [
  { name: 'peers', when: 'named', run: measurePeers },
  { name: 'stages', when: 'named', run: measureStages },
];
