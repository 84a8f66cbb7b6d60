import { useEffect } from 'react';
import { useSession } from '../providers/session';
import { type Connection, holdConnection, useConnectionState } from './connection';

/** The connection to the chat service, which is kept as long as any screen of the chat is open. */
export function useConnection(): Connection {
  const { id } = useSession().user;
  useEffect(() => holdConnection(id), [id]);
  return useConnectionState();
}
