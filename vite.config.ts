import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const TRANSLATION = /stream-chat-react[\\/]dist[\\/]es[\\/]i18n[\\/](?!en\.)[a-z]{2}\.mjs$/;

/** Leaves out the chat interface's translations into eleven languages (two thirds of a megabyte): no screen shows them. */
const trimPackages: Plugin = {
  name: 'trim-packages',
  enforce: 'pre',
  load: (id) => (TRANSLATION.test(id) ? 'export default {};' : undefined),
};

export default defineConfig({
  plugins: [trimPackages, react()],
  resolve: {
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
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            { name: 'refine', test: /node_modules[\\/]@refinedev[\\/](core|react-router)[\\/]/ },
          ],
        },
      },
    },
  },
});
