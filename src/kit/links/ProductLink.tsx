import { Link } from 'react-router';

/** One of the seller's own products by name. */
export function ProductLink({ product }: { product: { id: number; name: string } }) {
  return <Link to={`/inventory/products/${product.id}`}>{product.name}</Link>;
}
