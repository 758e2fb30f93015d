import type { UserModel } from '@gyan/contract/users.ts';
import { useSyncExternalStore } from 'react';
import { announceViewerChange } from '#lib/viewer-change.ts';
import { sessionExpired } from './stored-values.ts';

/** The stored session. The names are the product's; the boot script reads the same record. */
export interface Session {
  authdata: string;
  userModel: UserModel;
}

export const sessionKey = 'userData';

/** Unknown while rendering on the server and while hydrating. */
export type Viewer = { status: 'unknown' } | { status: 'out' } | { status: 'in'; user: UserModel };

export function parseSession(text: string | null): Session | undefined {
  if (text === null) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== 'object' || record === null) return undefined;
    const { authdata, userModel } = record as Partial<Session>;
    if (typeof authdata !== 'string' || authdata === '') return undefined;
    if (typeof userModel !== 'object' || userModel === null || typeof userModel.userId !== 'number')
      return undefined;
    return { authdata, userModel };
  } catch {
    return undefined;
  }
}

export const isAdmin = (user: UserModel) => user.userRole === 'kAdmin' || user.userRole === 'kSuperAdmin';
export const isCreator = (user: UserModel) => isAdmin(user) || user.userRole === 'kCreator';

export type RoleGroup = 'regular' | 'creator' | 'admin';
export const roleGroup = (user: UserModel): RoleGroup =>
  isAdmin(user) ? 'admin' : isCreator(user) ? 'creator' : 'regular';

/** Fallback when storage is forbidden: the session lives as long as the page. */
let memory: string | null = null;

function readText(): string | null {
  // On the server the access always throws, which is slow.
  if (import.meta.env.SSR && typeof localStorage === 'undefined') return memory;
  try {
    return localStorage.getItem(sessionKey);
  } catch {
    return memory;
  }
}

function writeText(text: string | null) {
  memory = text;
  try {
    if (text === null) localStorage.removeItem(sessionKey);
    else localStorage.setItem(sessionKey, text);
  } catch {
    // The value is kept in memory.
  }
}

const unknown: Viewer = { status: 'unknown' };
const out: Viewer = { status: 'out' };
let lastText: string | null | undefined;
let lastSession: Session | undefined;
let lastViewer: Viewer = out;
/** The user of the last announced change, at first of the first read. */
let lastUserId: number | undefined;

/** The same text returns the same object, so that React re-renders only on a change. */
function read() {
  const text = readText();
  if (text === lastText) return;
  const first = lastText === undefined;
  lastText = text;
  lastSession = parseSession(text);
  lastViewer = lastSession ? { status: 'in', user: lastSession.userModel } : out;
  if (first) lastUserId = lastSession?.userModel.userId;
}

const listeners = new Set<() => void>();

function changed() {
  read();
  const userId = lastSession?.userModel.userId;
  if (userId !== lastUserId) announceViewerChange();
  lastUserId = userId;
  const { dataset } = document.documentElement;
  dataset.session = lastViewer.status;
  if (lastViewer.status === 'in') dataset.role = roleGroup(lastViewer.user);
  else delete dataset.role;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent) {
  if (event.key === sessionKey || event.key === null) changed();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}

export function currentSession(): Session | undefined {
  read();
  return lastSession;
}

function currentViewer(): Viewer {
  read();
  return lastViewer;
}

export function startSession(session: Session) {
  sessionExpired.clear();
  writeText(JSON.stringify(session));
  changed();
}

/** Updates the user and keeps the token. */
export function updateUser(userModel: UserModel) {
  const session = currentSession();
  if (session && session.userModel.userId === userModel.userId) startSession({ ...session, userModel });
}

/** Ends the session of this token only; another tab may have started a newer one. */
export function endSession(token: string) {
  if (currentSession()?.authdata !== token) return;
  sessionExpired.write(true);
  writeText(null);
  changed();
}

/** Call it right before leaving the page: it does not re-render. */
export function removeStoredSession() {
  writeText(null);
}

export const useViewer = (): Viewer => useSyncExternalStore(subscribe, currentViewer, () => unknown);

/** A signed-in user with a verified address. */
export function useMember(): UserModel | undefined {
  const viewer = useViewer();
  return viewer.status === 'in' && viewer.user.emailVerified !== false ? viewer.user : undefined;
}
