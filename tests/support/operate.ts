import { execFile } from 'node:child_process';
import { root } from '../../server/config';
import { sharedClock } from './clock';

export type Operated = { readonly code: number; readonly said: string; readonly refused: string };

/** Runs the built command of whoever runs an installation, as npm does. */
export function operate(environment: Readonly<Record<string, string>>, ...words: string[]): Promise<Operated> {
  const env = { PATH: process.env.PATH, ...sharedClock(), ...environment };
  return new Promise((done) => {
    execFile(process.execPath, ['dist/server/operator.js', ...words], { cwd: root, env }, (error, said, refused) =>
      done({ code: error ? Number(error.code) : 0, said: said.trim(), refused: refused.trim() }),
    );
  });
}
