import pg from 'pg';
import { cut, monitorDatabase } from './database-monitor';

type Connected = Parameters<pg.Pool['connect']>[0] & {};

/**
 * A pool that fails fast when the database stops responding: meanwhile, current, waiting and new users of connections
 * get DatabaseSilent.
 */
export class WatchedPool extends pg.Pool {
  readonly #open = new Set<pg.PoolClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  #silence: Error | null = null;
  #unfollow: (() => void) | null = null;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => this.#open.add(client));
    this.on('remove', (client) => this.#open.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    this.#unfollow ??= this.#follow();
    const given = this.#silence ? Promise.reject(this.#silence) : this.#connectUnlessSilent();
    if (!callback) return given;
    given.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    this.#unfollow?.();
    return callback ? void super.end(callback) : super.end();
  }

  #connectUnlessSilent(): Promise<pg.PoolClient> {
    return new Promise((done, fail) => {
      this.#waiting.add(fail);
      super.connect().then(
        (client) => {
          // Its request was refused meanwhile, so the connection isn't needed.
          if (this.#waiting.delete(fail)) done(client);
          else client.release();
        },
        (error) => {
          this.#waiting.delete(fail);
          fail(error);
        },
      );
    });
  }

  #follow(): () => void {
    return monitorDatabase(() => new pg.Client({ ...this.options, application_name: 'verdant-pulse' }), {
      answers: () => {
        this.#silence = null;
      },
      silent: (error) => {
        this.#silence = error;
        for (const refuse of this.#waiting) refuse(error);
        this.#waiting.clear();
        for (const client of this.#open) cut(client, error);
      },
    });
  }
}
