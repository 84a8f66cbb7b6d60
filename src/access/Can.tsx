import type { ReactNode } from 'react';
import type { Requirement } from '../../domain/access/ability';
import { useCan } from './useCan';

export type CanProps = {
  requires: Requirement;
  /** Given the reason when it is a function. */
  otherwise?: ReactNode | ((whyNot: string) => ReactNode);
  children: ReactNode;
};

/** Shows its children to whoever may, and to others nothing or what explains it. */
export function Can({ requires, otherwise = null, children }: CanProps) {
  const whyNot = useCan().whyNot(requires);
  if (whyNot === null) return children;
  return typeof otherwise === 'function' ? otherwise(whyNot) : otherwise;
}
