import type { Config } from '../config';
import type { Log } from '../log';
import { openFolderStore } from './folder-store';
import { openS3Store } from './s3-store';
import type { FileStore } from './store';

/** The configured store. Raises StartError if its folder can't be used. */
export function openFiles({ files }: Pick<Config, 'files'>, log: Log): Promise<FileStore> {
  return files.kind === 's3' ? openS3Store(files, log) : openFolderStore(files.folder);
}
