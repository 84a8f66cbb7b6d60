import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { readOnce } from '../../../domain/lazy';
import { lazySchemas } from '../../../scripts/lazy-schemas';
import { root } from '../../../server/config';

const PARTS = ['params', 'query', 'body', 'returns'] as const;

/** Every call as a build of the pages has it. */
async function builtContracts(): Promise<typeof contract> {
  const folder = await mkdtemp(join(tmpdir(), 'verdant-contracts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [lazySchemas],
    build: {
      outDir: folder,
      minify: false,
      lib: { entry: join(root, 'domain/calls.ts'), formats: ['es'], fileName: 'calls' },
    },
  });
  return ((await import(pathToFileURL(join(folder, 'calls.js')).href)) as { contract: typeof contract }).contract;
}

const DESCRIBED = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const;

test('a page’s calls take and return what the contract declares, and build it when it is first asked for', async () => {
  const built = await builtContracts();
  const names = (of: object) =>
    Object.entries(of).flatMap(([area, calls]) => Object.keys(calls).map((call) => `${area}.${call}`));
  expect(names(built)).toEqual(names(contract));

  let waiting = 0;
  for (const [area, calls] of Object.entries(contract)) {
    for (const [name, declared] of Object.entries<Endpoint>(calls)) {
      const call = (built as never)[area][name] as Endpoint;
      for (const part of PARTS) {
        if (Object.getOwnPropertyDescriptor(call, part)?.get) waiting += 1;
        const inPage = call[part] as z.ZodType | undefined;
        expect(inPage?.toJSONSchema(DESCRIBED), `${area}.${name}.${part}`).toEqual(
          (declared[part] as z.ZodType | undefined)?.toJSONSchema(DESCRIBED),
        );
        expect(call[part]).toBe(inPage);
      }
    }
  }
  expect(waiting).toBeGreaterThan(names(contract).length / 2);
}, 60_000);

test('a field that is a getter is read once, and not before it is asked for', () => {
  let read = 0;
  const options = {
    summary: 'Shows',
    get body() {
      read += 1;
      return {};
    },
  };
  const call = readOnce(options, { path: '/orders' });
  expect([read, call.summary, call.path]).toEqual([0, 'Shows', '/orders']);
  expect(call.body).toBe(call.body);
  expect({ ...call }.body).toBe(call.body);
  expect(read).toBe(1);
});
