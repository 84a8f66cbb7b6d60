/** The parameter of the address that names the selected role. */
export const ROLE = 'role';
/** The parameter of the address that narrows the matrix. */
export const SEARCH = 'q';

/** Where one role is shown. */
export const roleAddress = (id: number): string => `/account/roles?${ROLE}=${id}`;

/** The screen of the people who hold roles. */
export const TEAM = '/account/manage-users';

/** Where those who hold it are. */
export const teamAddress = (id: number): string => `${TEAM}?${ROLE}=${id}`;
