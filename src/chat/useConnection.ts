import { useEffect } from 'react';
import { useSession } from '../providers/session';
import { type Connection, holdConnection, useConnectionState } from './connection';

/** The chat connection, kept while any chat screen is open. */
export function useConnection(): Connection {
  const { id } = useSession().user;
  useEffect(() => holdConnection(id), [id]);
  return useConnectionState();
}
