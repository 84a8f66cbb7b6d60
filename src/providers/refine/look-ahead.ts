import { whyNot } from '../../../domain/access/ability';
import { savesData } from '../../ui/slow-connection';
import { scopeNow, signedInNow } from '../session/session-store';
import type { RecordId, Resource } from './resource';

type Params = Readonly<Record<string, string | undefined>>;

/** Asks for a record the person is about to open, if they may read it and their connection isn't to be spared. */
export function askForOne({ calls, requires }: Resource, id: RecordId): void {
  const ability = signedInNow()?.ability;
  if (ability && whyNot(ability, requires) === null && !savesData()) calls.oneAhead(id, scopeNow());
}

/** What a record's screen exports as `ahead`: asks for the record its address names by number. */
export const aheadOf =
  (resource: Resource) =>
  ({ slug = '' }: Params): void => {
    if (/^[1-9]\d{0,14}$/.test(slug)) askForOne(resource, Number(slug));
  };
