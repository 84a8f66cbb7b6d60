import type { ParseFunction, RouterProvider } from '@refinedev/core';
import bindings from '@refinedev/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

const parseAddress = bindings.parse ?? (() => () => ({}));

const Address = createContext<ReturnType<ParseFunction>>({});

/** Refine's router. Its hooks read the address several times each, which compares every screen: `ReadAddress` does it once. */
export const routerProvider: RouterProvider = {
  ...bindings,
  parse: () => {
    const address = useContext(Address);
    return useMemo(() => () => address as never, [address]);
  },
};

/** Reads the address for all of Refine's hooks inside it. */
export function ReadAddress({ children }: { children: ReactNode }) {
  const parse = parseAddress();
  return <Address value={useMemo(() => parse(), [parse])}>{children}</Address>;
}
