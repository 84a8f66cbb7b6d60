/** The address parameter of the selected role. */
export const ROLE = 'role';
/** The address parameter of the permission search. */
export const SEARCH = 'q';

/** A role's address. */
export const roleAddress = (id: number): string => `/account/roles?${ROLE}=${id}`;

/** The team screen. */
export const TEAM = '/account/manage-users';

/** The team screen filtered by role. */
export const teamAddress = (id: number): string => `${TEAM}?${ROLE}=${id}`;
