import { Connections } from '../connections/Connections';

/** The person's connections, as in their profile. */
export default function DirectoryConnections() {
  return <Connections base="/directory/connections" cards="/directory" />;
}
