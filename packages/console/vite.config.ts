import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

// Else a build started by a program under test would hold React's development version.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

const ingress = process.env['INGRESS_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), precompress()],
  // No data: URLs and no inline polyfill, so that the content security policy needs no exception.
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700, manifest: true },
  server: { proxy: Object.fromEntries(['/v1', '/v3', '/api', '/webhook'].map((path) => [path, ingress])) },
});
