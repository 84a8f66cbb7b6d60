import type { CompanyRecord } from '../../../../domain/organization/company';
import { companies as calls } from '../../../../domain/organization/company-contract';
import { RemoveRecord } from '../../../kit/record/RemoveRecord';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { companies } from './resource';

type Props = { company: Pick<CompanyRecord, 'companyId' | 'name'>; onDone?: () => unknown; onClose: () => void };

/** Asks before a company is removed, and says what depends on it. */
export function RemoveCompany({ company: { companyId, name }, ...rest }: Props) {
  const { run } = useResourceDelete(companies, { showsErrors: true });
  return (
    <RemoveRecord
      name={name}
      id={companyId}
      dependents={calls.dependents}
      context={{ sellerCompanyId: companyId }}
      assigned="companyIds"
      run={() => run(companyId)}
      {...rest}
    >
      <p>Buyers can’t order from it anymore. Its finished orders stay. This can’t be undone.</p>
    </RemoveRecord>
  );
}
