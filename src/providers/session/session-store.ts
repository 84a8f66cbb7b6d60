import { create } from 'zustand';
import { organization as organizationCalls } from '../../../domain/organization/contract';
import type { Organization } from '../../../domain/organization/organization';
import { session as sessionCalls } from '../../../domain/session/contract';
import type { CurrentUser, MyMembership } from '../../../domain/session/session';
import { call } from '../call';
import { callAs, enterOrganization, leaveContext, type Scope } from '../call/call-context';
import { CallError } from '../call/call-errors';
import { type Simulation, saveSimulation, simulation } from '../call/simulation';
import { areOthers, currentSubject, hasEnded, readTemporaryToken, readTokens } from '../call/tokens';
import { followLive } from '../live';
import { type Chosen, nothingChosen, recall, remember } from './context-memory';
import { codeOnSignIn, codeSent } from './pending-invitation';
import { type Loaded, type SessionState, type SignedIn, signedIn } from './session-state';
import { startOver } from './start-over';

/** The current session; see `SignedIn`. */
export const useSessionState = create<SessionState>(() => ({ status: 'loading' }));
export const sessionState = useSessionState.getState;
export const onSession = useSessionState.subscribe;
const setSession = (next: SessionState): void => useSessionState.setState(next, true);

let loaded: Loaded | null = null;
let chosen: Chosen = nothingChosen;
/** Only the latest of several loads may set the session. */
let attempt = 0;

/** The session of whoever is signed in. */
export function signedInNow(): SignedIn | null {
  const state = sessionState();
  return state.status === 'signed-in' ? state : null;
}

/** Whose data calls read now; null for a visitor, or without an organization. */
export const scopeNow = (): Scope | null => signedInNow()?.scope ?? null;

function show(next: Loaded): void {
  loaded = next;
  const state = sessionState();
  const former = state.status === 'signed-in' ? state.contextKey : null;
  const now = signedIn(next, chosen, simulation());
  const orgId = now.scope?.orgId ?? null;
  enterOrganization(orgId);
  followLive({ orgId });
  if (former !== null && former !== now.contextKey) leaveContext();
  setSession(now);
}

type Place = Pick<Loaded, 'membership' | 'organization'>;

/** A membership and its organization, requested together when the organization is known. */
async function placeIn(orgId: number | null): Promise<Place> {
  const early = orgId === null ? null : wholeOf(orgId);
  early?.catch(() => {});
  const membership = await membershipIn(orgId);
  if (!membership) return { membership: null, organization: null };
  if (sessionState().status === 'loading') {
    // Opens the stream before any screen reads, so no change is missed.
    enterOrganization(membership.orgId);
    followLive(membership);
  }
  const organization = await (membership.orgId === orgId && early ? early : wholeOf(membership.orgId));
  return { membership, organization };
}

const placeOf = ({ isMember }: CurrentUser, orgId: number | null): Promise<Place> | Place =>
  isMember ? placeIn(orgId) : { membership: null, organization: null };

function wholeOf(orgId: number): Promise<Organization> {
  return call(organizationCalls.full, { params: { orgId } }, { orgId, early: 'session' });
}

/** The person's membership in the organization, or in their first if it no longer exists; null without any. */
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

/** Starts loading the session before rendering; the session provider doesn't load it again. Ends when it has loaded or failed. */
export function beginSession(): Promise<void> {
  isBegun = true;
  return loadSession();
}

/** Loads the session unless already started. */
export function loadFirstSession(): void {
  followTabs();
  if (!isBegun) void loadSession();
  isBegun = false;
}

/** Loads the session. `orgId` selects an organization; by default the last one used. */
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
  const here = signedInNow();
  // Acting for someone is this tab's own, whoever signs in elsewhere.
  if (here === null || here.hasEnded) callAs(readTemporaryToken() === null ? currentSubject() : null);
  if (sessionState().status !== 'signed-in') setSession({ status: 'loading' });
  try {
    const code = readTemporaryToken() === null ? codeOnSignIn() : null;
    const query = code === null ? {} : { inviteCode: code };
    // A code isn't sent again on the next visit.
    const me = call(sessionCalls.me, { query }, { orgId: null, ...(code === null && { early: 'session' }) });
    if (code !== null) me.then(() => codeSent(code)).catch(() => {});
    const wanted = orgId ?? recall().orgId;
    // A remembered organization is requested at once; new people have none to request, and a code may give them one.
    const isFirst = wanted === null || code !== null;
    const [user, place] = await Promise.all([me, isFirst ? me.then((one) => placeOf(one, wanted)) : placeIn(wanted)]);
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

/** Tokens were set, renewed or removed, here or in another tab. */
export function tokensChanged(): void {
  const state = sessionState();
  const isHere = readTokens() !== null || readTemporaryToken() !== null;
  if (areOthers(readTokens())) startOver();
  else if (isHere && (state.status !== 'signed-in' || state.hasEnded)) void resume();
  else if (!isHere) leave();
}

/** The same person continues where they were; anyone else starts over. */
async function resume(): Promise<void> {
  const former = signedInNow();
  await loadSession(former?.scope?.orgId);
  const now = signedInNow();
  if (former && now && now.user.id !== former.user.id) startOver();
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
  callAs(null);
  saveSimulation(null);
  enterOrganization(null);
  if (state.status !== 'signed-out') setSession({ status: 'signed-out', wasHere: state.status === 'signed-in' });
}

let refreshing: Promise<boolean> | null = null;
let refreshingNext: Promise<boolean> | null = null;

/**
 * Reloads role, flags, plan and organization, as after a live change of access. Returns whether the membership changed,
 * so that screens may show too much or too little. During a reload, further calls share one that follows it, so that
 * changes in quick succession can't keep any of them from being shown.
 */
export function refreshAccess(): Promise<boolean> {
  if (refreshing === null) {
    refreshing = readAccess().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }
  refreshingNext ??= refreshing
    .catch(() => {})
    .then(() => {
      refreshingNext = null;
      return refreshAccess();
    });
  return refreshingNext;
}

async function readAccess(): Promise<boolean> {
  // Reloading now would override a pending switch of organization.
  while (underWay) await underWay.catch(() => {});
  const state = signedInNow();
  if (!loaded || !state || state.hasEnded) return false;
  const mine = ++attempt;
  const { membership } = loaded;
  const place = await placeIn(state.scope?.orgId ?? null);
  if (mine !== attempt) return false;
  chosen = place.membership?.orgId === membership?.orgId ? stayingIn(state) : chosenIn(place);
  // The person may have changed their profile meanwhile.
  show({ user: loaded.user, ...place });
  return JSON.stringify(place.membership) !== JSON.stringify(membership);
}

/** What was chosen, else where the person is: a company renamed to come first must not take them elsewhere. */
const stayingIn = ({ scope }: SignedIn): Chosen => ({
  sellerCompanyId: chosen.sellerCompanyId ?? scope?.sellerCompanyId ?? null,
  buyerCompanyId: chosen.buyerCompanyId ?? scope?.buyerCompanyId ?? null,
  buyerLicenseId: chosen.buyerLicenseId ?? scope?.buyerLicenseId ?? null,
  inventory: chosen.inventory,
});

const chosenIn = ({ membership }: Place): Chosen => recall().byOrg[String(membership?.orgId)] ?? nothingChosen;

/** The person changed their profile. */
export function userChanged(user: CurrentUser): void {
  if (loaded) show({ ...loaded, user });
  otherTabs?.postMessage(user);
}

let otherTabs: BroadcastChannel | null = null;

/** Follows the person's other tabs, so that a new name or picture shows in all of them. */
function followTabs(): void {
  if (otherTabs !== null) return;
  otherTabs = new BroadcastChannel('verdant.profile');
  otherTabs.onmessage = ({ data: user }: MessageEvent<CurrentUser>) => {
    if (loaded?.user.id !== user.id) return;
    show({ ...loaded, user: { ...user, impersonatedBy: loaded.user.impersonatedBy } });
  };
}

/** Switches company, license or what is seen of the inventory within the organization, and remembers it. */
export function choose(change: Partial<Chosen>): void {
  const state = signedInNow();
  if (!loaded || !state?.scope) return;
  const { sellerCompanyId, buyerCompanyId, buyerLicenseId } = state.scope;
  chosen = { sellerCompanyId, buyerCompanyId, buyerLicenseId, inventory: state.inventory, ...change };
  remember(state.scope.orgId, chosen);
  show(loaded);
}

/** Views the app as someone else, or with null as oneself again. */
export function simulate(next: Simulation | null): void {
  if (!loaded || next === simulation()) return;
  saveSimulation(next);
  show(loaded);
}

/** Switches organization; screens keep the previous one until it has loaded. */
export async function selectOrganization(orgId: number): Promise<void> {
  simulate(null);
  await loadSession(orgId);
}
