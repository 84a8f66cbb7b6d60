import { Link } from 'react-router';

/** A product by name. */
export function ProductLink({ product }: { product: { id: number; name: string } }) {
  return <Link to={`/inventory/products/${product.id}`}>{product.name}</Link>;
}
