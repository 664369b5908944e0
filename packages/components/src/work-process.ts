// A process that runs works: code of ours over data of others, with limits of time and memory.
import { serveWorks } from '@workflow/component-kit/work';
import { WORKS } from './generated/works.ts';

serveWorks(WORKS);
