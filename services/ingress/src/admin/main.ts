#!/usr/bin/env node
import { runAdmin } from './run-admin.ts';

// The end of the process closes the connections to PostgreSQL and Redis.
process.exit(await runAdmin(process.argv.slice(2), process.env));
