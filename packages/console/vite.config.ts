import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { packPackages } from './scripts/pack-packages.ts';
import { precompress } from './scripts/precompress.ts';

// Otherwise a build started by a test would contain React's development version.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

/** Parts that float over a page. They load with the first menu or dialog, not with the page. */
const OVERLAYS =
  /@floating-ui|components\/(Combobox|FocusTrap|Menu|Modal|ModalBase|Overlay|Popover|Tooltip|Transition)\//;

const isOnEveryPage = (id: string): boolean => id.includes('node_modules') && !OVERLAYS.test(id);

const ingress = process.env['INGRESS_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), precompress(), packPackages()],
  // The CSV reader for previews, without parts of Node.js.
  resolve: {
    alias: {
      'csv-parse/sync': 'csv-parse/browser/esm/sync',
      'csv-stringify/sync': 'csv-stringify/browser/esm/sync',
    },
  },
  // No data: URLs and no inline polyfill, so that the content security policy needs no exception.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    manifest: true,
    // One file for the libraries that nearly every page needs, and one for our own parts of pages: small files compress
    // badly, and each one is a request.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'common', test: isOnEveryPage, minShareCount: 30 },
            { name: 'parts', test: /console\/src\/ui\//, minShareCount: 15 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/v1', '/v3', '/api', '/webhook'].map((path) => [path, ingress])) },
});
