// The process that runs data jobs: our parsers on untrusted data, with limits of time and memory.
import { serveDataJobs } from '@workflow/component-kit/data-job';
import { DATA_JOBS } from './generated/data-jobs.ts';

serveDataJobs(Object.fromEntries(DATA_JOBS));
