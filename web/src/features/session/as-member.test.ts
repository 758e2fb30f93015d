import { afterEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '#lib/api-problem.ts';
import { asMember } from './as-member.ts';
import { removeStoredSession, startSession } from './store.ts';

const signIn = () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  startSession({ authdata: 'secret', userModel: { userId: 7, emailVerified: true } });
};

afterEach(() => {
  removeStoredSession();
  vi.unstubAllGlobals();
});

const refusing = (status: number) => async (): Promise<string> => {
  throw new ApiProblem({ status, code: 'unauthenticated', detail: 'No.' });
};
const readAsMember = async () => 'mine';
const readAsVisitor = async () => 'everybody’s';

it('gives a member their own, and a visitor what everybody gets', async () => {
  await expect(asMember(readAsMember, readAsVisitor)).resolves.toBe('everybody’s');
  signIn();
  await expect(asMember(readAsMember, readAsVisitor)).resolves.toBe('mine');
});

it('gives a member whose session is over what everybody gets', async () => {
  signIn();
  await expect(asMember(refusing(401), readAsVisitor)).resolves.toBe('everybody’s');
});

it('hides no other failure', async () => {
  signIn();
  await expect(asMember(refusing(503), readAsVisitor)).rejects.toThrow('No.');
});
