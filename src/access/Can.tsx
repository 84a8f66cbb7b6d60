import { Can as CaslCan, useAbility } from '@casl/react';
import type { ReactNode } from 'react';
import { type AppAbility, decidingAccess, type Requirement } from '../../domain/access/ability';

export type CanProps = {
  requires: Requirement;
  /** A function gets the reason. */
  otherwise?: ReactNode | ((whyNot: string) => ReactNode);
  children: ReactNode;
};

/** Renders its children if the person may, otherwise nothing or the fallback. */
export function Can({ requires, otherwise = null, children }: CanProps) {
  const ability = useAbility<AppAbility>();
  const [action, subject] = decidingAccess(requires, ([action, subject]) => ability.can(action, subject));
  return (
    <CaslCan<AppAbility> do={action} on={subject} passThrough>
      {({ isAllowed, reason = '' }) => {
        if (isAllowed) return children;
        return typeof otherwise === 'function' ? otherwise(reason) : otherwise;
      }}
    </CaslCan>
  );
}
