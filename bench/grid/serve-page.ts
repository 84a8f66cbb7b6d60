import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, preview } from 'vite';
import { freePort } from '../../server/free-port';

/** Builds the page of the contestants as it would be shipped, and serves it from a folder. */
export async function servePage(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const common: InlineConfig = {
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: join(folder, 'page'),
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 5000,
    },
  };
  await build(common);
  const port = await freePort();
  const server = await preview({ ...common, preview: { host: '127.0.0.1', port, strictPort: true } });
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
