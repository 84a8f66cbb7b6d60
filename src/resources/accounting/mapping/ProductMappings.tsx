import { BooksFrame } from '../BooksFrame';
import { MappingGrid } from './MappingGrid';

/** Which item of the books each product is. */
export default function ProductMappings() {
  return (
    <BooksFrame title="Products in the books" at="products">
      {(companyId) => <MappingGrid key={companyId} side="products" companyId={companyId} />}
    </BooksFrame>
  );
}
