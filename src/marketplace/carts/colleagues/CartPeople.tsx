import { Avatar } from '../../../ui/Avatar';
import css from '../page/CartSection.module.css';
import { useColleagues } from './presence';

/** Colleagues who have a cart open now. */
export function CartPeople({ cartId }: { cartId: number }) {
  const here = useColleagues().filter(({ cartIds }) => cartIds.includes(cartId));
  if (here.length === 0) return null;
  return (
    <ul className={css.people} aria-label="Also in this cart">
      {here.map(({ userId, name, imageUri }) => (
        <li key={userId}>
          <Avatar name={name} uri={imageUri} size={20} />
          {name}
        </li>
      ))}
    </ul>
  );
}
