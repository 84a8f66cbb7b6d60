import { seesEverything } from '../../domain/access/roles';
import { useSession } from '../providers/session';
import type { GridEmpty } from '../ui/grid';

/** What a company's list shows someone without an assigned company; null for everyone else. */
export function useNotAssigned(what: string): GridEmpty | null {
  const { membership, sellerCompany } = useSession();
  if (!membership || sellerCompany || seesEverything(membership)) return null;
  return {
    title: 'No company is assigned to you yet',
    hint: `Ask someone who manages your team to assign you one. Its ${what} will then appear here.`,
  };
}
