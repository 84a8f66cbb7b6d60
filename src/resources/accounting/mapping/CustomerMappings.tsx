import { BooksFrame } from '../BooksFrame';
import { MappingGrid } from './MappingGrid';

/** Which customer of the books each customer is. */
export default function CustomerMappings() {
  return (
    <BooksFrame title="Customers in the books" at="customers">
      {(companyId) => <MappingGrid key={companyId} side="customers" companyId={companyId} />}
    </BooksFrame>
  );
}
