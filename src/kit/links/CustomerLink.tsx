import { Link } from 'react-router';

/** A customer by name. */
export function CustomerLink({ customer }: { customer: { id: number; name: string } }) {
  return <Link to={`/network/customers/${customer.id}`}>{customer.name}</Link>;
}
