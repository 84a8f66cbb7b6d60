import type { StreamChat } from 'stream-chat';

/** People per question. */
const BATCH = 100;

/** A new connection knows of nobody whom the former had asked about. Returns a function that stops it. */
export function askPresenceAgain(client: StreamChat): () => void {
  const { unsubscribe } = client.on('connection.recovered', () => {
    const ids = Object.keys(client.state.users).filter((id) => id !== client.userID);
    for (let from = 0; from < ids.length; from += BATCH) {
      client
        .queryUsers({ id: { $in: ids.slice(from, from + BATCH) } }, {}, { presence: true, limit: BATCH })
        .then(({ users }) => {
          for (const user of users) client.dispatchEvent({ type: 'user.presence.changed', user });
        })
        // Asked again with the next connection; until then what is known is shown.
        .catch(() => undefined);
    }
  });
  return unsubscribe;
}
