// The process that runs data jobs: our parsers on untrusted data, with limits of time and memory.
import { serveWorks } from '@workflow/component-kit/work';
import { WORKS } from './generated/works.ts';

serveWorks(WORKS);
