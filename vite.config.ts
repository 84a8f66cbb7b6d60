import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const PLAIN_TEXT = fileURLToPath(new URL('./scripts/no-markdown.mjs', import.meta.url));
const CHAT = /[\\/]node_modules[\\/]stream-chat-react[\\/]/;
const TRANSLATION = /stream-chat-react[\\/]dist[\\/]es[\\/]i18n[\\/](?!en\.)[a-z]{2}\.mjs$/;

/**
 * Leaves out what no screen shows: the Markdown renderer of Refine's antd package (67 kB), which the chat alone needs,
 * and the chat interface's translations into eleven languages (two thirds of a megabyte).
 */
const trimPackages: Plugin = {
  name: 'trim-packages',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'react-markdown' && !CHAT.test(importer ?? '') ? PLAIN_TEXT : undefined),
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
