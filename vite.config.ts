import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lazySchemas } from './scripts/lazy-schemas.ts';
import { chunksTogether } from './scripts/screen-chunks.ts';
import { screenFiles } from './scripts/screen-files.ts';
import { trimContract } from './scripts/trim-contract.ts';
import { trimPackages } from './scripts/trim-packages.ts';

const chunks = chunksTogether();

/**
 * Has the browser compile a first visit's files whole while they arrive, beside the page's own thread, instead of each
 * function when it is first called. It must be a file's first line.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && chunks.names.has(file.name)) {
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      }
    },
  },
};

/** Has the page run `src/early.ts` before it asks for anything else, and draw where it has a place: it is in the page, so nothing is waited for. */
const earlyScript: Plugin = {
  name: 'early-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const early = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'early');
      if (early?.type !== 'chunk') return [];
      delete bundle[early.fileName];
      return [
        {
          tag: 'script',
          attrs: { 'data-inline': true },
          children: `(() => {${early.code}})();`,
          injectTo: 'head-prepend',
        },
        { tag: 'script', attrs: { 'data-inline': true }, children: 'window.verdantDraw?.()', injectTo: 'body' },
      ];
    },
  },
};

/** Puts the icon in the page: it is shorter than a request for it. */
const iconInPage: Plugin = {
  name: 'icon-in-page',
  apply: 'build',
  transformIndexHtml: (html) =>
    html.replace(
      '"/icon.svg"',
      `"data:image/svg+xml,${encodeURIComponent(readFileSync(join(import.meta.dirname, 'public/icon.svg'), 'utf8').trim())}"`,
    ),
};

export default defineConfig({
  plugins: [
    trimPackages,
    trimContract,
    lazySchemas,
    chunks.plugin,
    screenFiles(),
    earlyScript,
    iconInPage,
    compiledAhead,
    react(),
  ],
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
      },
      // React has the hook itself; the shim is for versions without it.
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
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
      input: { main: 'index.html', early: 'src/early.ts' },
      // A barrel's own imports matter to nobody who takes only some of its names.
      treeshake: { moduleSideEffects: [{ test: /src[\\/].*[\\/]index\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: { groups: chunks.groups },
      },
    },
  },
});
