import { create } from 'zustand';
import { organization as organizationCalls } from '../../domain/organization/contract';
import type { Organization } from '../../domain/organization/organization';
import { session as sessionCalls } from '../../domain/session/contract';
import type { CurrentUser, MyMembership } from '../../domain/session/session';
import { call } from './call';
import { enterOrganization, leaveContext } from './call-context';
import { CallError } from './call-errors';
import { type Chosen, nothingChosen, recall, remember } from './context-memory';
import { followLive } from './live';
import { type Loaded, type SessionState, type SignedIn, signedIn } from './session-state';
import { type Simulation, saveSimulation, simulation } from './simulation';
import { hasEnded, readTemporaryToken, readTokens } from './tokens';

/** Who is here, and what they work for; see `SignedIn`. */
export const useSessionState = create<SessionState>(() => ({ status: 'loading' }));
export const sessionState = useSessionState.getState;
export const onSession = useSessionState.subscribe;
const setSession = (next: SessionState): void => useSessionState.setState(next, true);

let loaded: Loaded | null = null;
let chosen: Chosen = nothingChosen;
/** Only the latest of several loads may speak. */
let attempt = 0;

function signedInNow(): SignedIn | null {
  const state = sessionState();
  return state.status === 'signed-in' ? state : null;
}

function show(next: Loaded): void {
  loaded = next;
  const state = sessionState();
  const former = state.status === 'signed-in' ? state.contextKey : null;
  const now = signedIn(next, chosen, simulation());
  enterOrganization(now.scope?.orgId ?? null);
  followLive(now.scope?.orgId ?? null);
  if (former !== null && former !== now.contextKey) leaveContext();
  setSession(now);
}

type Place = Pick<Loaded, 'membership' | 'organization'>;

/** Somebody's place in an organization, and the organization; both asked for at once where it is known which. */
async function placeIn(orgId: number | null): Promise<Place> {
  const early = orgId === null ? null : wholeOf(orgId);
  early?.catch(() => {});
  const membership = await membershipIn(orgId);
  if (!membership) return { membership: null, organization: null };
  if (sessionState().status === 'loading') {
    // The stream is open before any screen reads, so nothing that changes in between is missed.
    enterOrganization(membership.orgId);
    followLive(membership.orgId);
  }
  const organization = await (membership.orgId === orgId && early ? early : wholeOf(membership.orgId));
  return { membership, organization };
}

const firstPlaceOf = ({ isMember }: CurrentUser): Promise<Place> | Place =>
  isMember ? placeIn(null) : { membership: null, organization: null };

function wholeOf(orgId: number): Promise<Organization> {
  return call(organizationCalls.full, { params: { orgId } }, { orgId, early: 'session' });
}

/** One's place in the organization, or in the first one where it is no longer open; null for who has none. */
async function membershipIn(orgId: number | null): Promise<MyMembership | null> {
  try {
    return await call(sessionCalls.membership, {}, { orgId, early: 'place' });
  } catch (error) {
    if (!(error instanceof CallError && (error.status === 404 || error.status === 403))) throw error;
    return orgId === null ? null : membershipIn(null);
  }
}

let underWay: Promise<void> | null = null;

let isBegun = false;

/** Finds out who is here before anything is drawn; the keeper of the session then asks no second time. */
export function beginSession(): void {
  isBegun = true;
  void loadSession();
}

/** Finds out who is here, unless that was begun already. */
export function loadFirstSession(): void {
  if (!isBegun) void loadSession();
  isBegun = false;
}

/** Finds out who is here. `orgId` asks for one of their organizations; else the one they last worked for. */
export function loadSession(orgId?: number): Promise<void> {
  const load = readSession(orgId).finally(() => {
    if (underWay === load) underWay = null;
  });
  underWay = load;
  return load;
}

async function readSession(orgId?: number): Promise<void> {
  const mine = ++attempt;
  if (readTokens() === null && readTemporaryToken() === null) return leave();
  if (sessionState().status !== 'signed-in') setSession({ status: 'loading' });
  try {
    const me = call(sessionCalls.me, { query: {} }, { orgId: null, early: 'session' });
    const wanted = orgId ?? recall().orgId;
    // Whoever is remembered in an organization is asked about there at once; a newcomer is not asked about in vain.
    const [user, place] = await Promise.all([me, wanted === null ? me.then(firstPlaceOf) : placeIn(wanted)]);
    if (mine !== attempt) return;
    chosen = chosenIn(place);
    show({ user, ...place });
    if (place.membership) remember(place.membership.orgId, chosen);
  } catch (error) {
    if (mine !== attempt) return;
    if (readTokens() === null && readTemporaryToken() === null) leave();
    else if (sessionState().status !== 'signed-in') setSession({ status: 'failed', error });
    else throw error;
  }
}

/** Tokens were given, renewed or taken away, here or in another tab. */
export function tokensChanged(): void {
  const state = sessionState();
  const isHere = readTokens() !== null || readTemporaryToken() !== null;
  if (isHere && (state.status !== 'signed-in' || state.hasEnded)) void resume();
  else if (!isHere) leave();
}

/** The same person may go on where they were; anybody else starts from the beginning. */
async function resume(): Promise<void> {
  const former = signedInNow();
  await loadSession(former?.scope?.orgId);
  const now = signedInNow();
  if (former && now && now.user.id !== former.user.id) location.assign('/marketplace');
}

function leave(): void {
  const state = sessionState();
  attempt++;
  followLive(null);
  if (state.status === 'signed-in' && hasEnded()) {
    if (!state.hasEnded) setSession({ ...state, hasEnded: true });
    return;
  }
  loaded = null;
  saveSimulation(null);
  enterOrganization(null);
  if (state.status !== 'signed-out') setSession({ status: 'signed-out', wasHere: state.status === 'signed-in' });
}

/**
 * Reads role, flags, plan and organization again, as after a live change of access. Gives whether one's place in the
 * organization is another one now, so that what is on screen may no longer be all one sees, or be too much.
 */
export async function refreshAccess(): Promise<boolean> {
  // Reading now would take the place of a switch to another organization that is under way.
  while (underWay) await underWay.catch(() => {});
  const state = signedInNow();
  if (!loaded || !state || state.hasEnded) return false;
  const mine = ++attempt;
  const { user, membership } = loaded;
  const place = await placeIn(state.scope?.orgId ?? null);
  if (mine !== attempt) return false;
  if (place.membership?.orgId !== membership?.orgId) chosen = chosenIn(place);
  show({ user, ...place });
  return JSON.stringify(place.membership) !== JSON.stringify(membership);
}

const chosenIn = ({ membership }: Place): Chosen => recall().byOrg[String(membership?.orgId)] ?? nothingChosen;

/** The profile was changed by its owner. */
export function userChanged(user: CurrentUser): void {
  if (loaded) show({ ...loaded, user });
}

/** Works for something else of the same organization from now on, and remembers it. */
export function choose(change: Partial<Chosen>): void {
  const state = signedInNow();
  if (!loaded || !state?.scope) return;
  const { sellerCompanyId, buyerCompanyId, buyerLicenseId } = state.scope;
  chosen = { sellerCompanyId, buyerCompanyId, buyerLicenseId, ...change };
  remember(state.scope.orgId, chosen);
  show(loaded);
}

/** Shows the app as somebody else would see it, or with null as oneself again. */
export function simulate(next: Simulation | null): void {
  if (!loaded || next === simulation()) return;
  saveSimulation(next);
  show(loaded);
}

/** Moves to another of one's organizations; the screens stay with the former until the other is there. */
export async function selectOrganization(orgId: number): Promise<void> {
  simulate(null);
  await loadSession(orgId);
}
