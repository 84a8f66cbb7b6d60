import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunksTogether } from './scripts/screen-chunks.ts';
import { screenFiles } from './scripts/screen-files.ts';
import { trimPackages } from './scripts/trim-packages.ts';

const chunks = chunksTogether();

export default defineConfig({
  plugins: [trimPackages, chunks.plugin, screenFiles(), react()],
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
      },
    ],
    dedupe: ['react', 'react-dom', 'antd', 'react-router', '@tanstack/react-query'],
  },
  // Builds and tests write there; an open page has nothing to do with that.
  server: { watch: { ignored: ['**/.cache/**', '**/.data/**', '**/dist/**'] } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What a page may download is judged by its budget, not by the size of one file.
    chunkSizeWarningLimit: 5000,
    rolldownOptions: {
      // A barrel's own imports matter to nobody who takes only some of its names.
      treeshake: { moduleSideEffects: [{ test: /src[\\/].*[\\/]index\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: { groups: chunks.groups },
      },
    },
  },
});
