#!/usr/bin/env node
import { runAdmin } from './run-admin.ts';

// Connections to PostgreSQL and Redis are closed by the end of the process.
process.exit(await runAdmin(process.argv.slice(2), process.env));
