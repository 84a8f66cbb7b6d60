import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  resolve: {
    // Refine's antd package brings a Markdown renderer of 67 kB that no screen of ours shows.
    alias: { 'react-markdown': fileURLToPath(new URL('./scripts/no-markdown.mjs', import.meta.url)) },
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
