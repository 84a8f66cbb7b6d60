import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { FreshQueryClient } from '../../../src/providers/refine/query-client';

const KEY = ['orders'];

/** A list on screen whose reads the test answers, oldest first. */
function onScreen() {
  const client = new FreshQueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const asked: ((rows: string[]) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: () => new Promise<string[]>((answer) => asked.push(answer)),
  });
  observer.subscribe(() => {});
  const answer = async (read: number, rows: string[]) => {
    asked[read]?.(rows);
    await new Promise((done) => setTimeout(done));
  };
  return { client, asked, answer, shown: () => observer.getCurrentResult().data };
}

it('shows what was read after a write, though the first read was still under way when it was done', async () => {
  const { client, asked, answer, shown } = onScreen();
  const reread = client.invalidateQueries({ queryKey: KEY });
  expect(asked).toHaveLength(2);
  await answer(1, ['before', 'written']);
  await reread;
  await answer(0, ['before']);
  expect(shown()).toEqual(['before', 'written']);
});

it('shows what was read after a write, though a later read was under way', async () => {
  const { client, asked, answer, shown } = onScreen();
  await answer(0, ['first']);
  void client.invalidateQueries({ queryKey: KEY });
  void client.invalidateQueries({ queryKey: KEY });
  expect(asked).toHaveLength(3);
  await answer(2, ['third']);
  await answer(1, ['second']);
  expect(shown()).toEqual(['third']);
});

it('shows what it reads while changes come faster than replies, and what was read after the last of them', async () => {
  const { client, asked, answer, shown } = onScreen();
  const changes = [1, 2, 3, 4].map(() => client.invalidateQueries({ queryKey: KEY }));
  expect(asked).toHaveLength(2);
  await answer(1, ['second']);
  expect(shown()).toEqual(['second']);
  expect(asked).toHaveLength(3);
  await answer(2, ['third']);
  await Promise.all(changes);
  expect(shown()).toEqual(['third']);
  expect(asked).toHaveLength(3);
});

it('leaves other lists, and those that are not to be read again, as they are', async () => {
  const { client, asked, answer, shown } = onScreen();
  void client.invalidateQueries({ queryKey: ['customers'] });
  void client.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
  expect(asked).toHaveLength(1);
  await answer(0, ['first']);
  expect(shown()).toEqual(['first']);
});

it('does not ask again, when nothing is known to have changed, for what is being read', async () => {
  const { client, asked, answer, shown } = onScreen();
  void client.reviewQueries();
  expect(asked).toHaveLength(1);
  await answer(0, ['first']);
  void client.reviewQueries();
  void client.reviewQueries();
  expect(asked).toHaveLength(2);
  await answer(1, ['second']);
  expect(shown()).toEqual(['second']);
});
