import { afterEach, expect, it, vi } from 'vitest';
import { roleGroup, sessionKey } from '#features/session/store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Runs the boot script in a browser with this storage. */
async function boot(storage: Record<string, string> | 'forbidden') {
  const style = new Map<string, string>();
  const root = {
    dataset: {} as Record<string, string>,
    style: { setProperty: (name: string, value: string) => style.set(name, value) },
  };
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (storage === 'forbidden') throw new Error('SecurityError');
      return storage[key] ?? null;
    },
  });
  await import('./boot.ts');
  return { dataset: root.dataset, name: style.get('--first-name') };
}

const session = (userModel: object) => ({ [sessionKey]: JSON.stringify({ authdata: 'secret', userModel }) });

it('marks a visitor', async () => {
  expect((await boot({})).dataset).toEqual({ session: 'out' });
});

it.each(['kRegular', 'kCreator', 'kAdmin', 'kSuperAdmin'] as const)(
  'marks a signed-in %s as the store does',
  async (userRole) => {
    const user = { userId: 7, firstName: 'Asha', userRole };
    const { dataset, name } = await boot(session(user));
    expect(dataset).toEqual({ session: 'in', role: roleGroup(user) });
    expect(name).toBe('"Asha"');
  },
);

it('quotes a name so that it stays text', async () => {
  expect((await boot(session({ userId: 7, firstName: '";x' }))).name).toBe(String.raw`"\";x"`);
});

it('applies the stored theme and no other value', async () => {
  expect((await boot({ theme: 'dark' })).dataset.theme).toBe('dark');
  vi.resetModules();
  expect((await boot({ theme: 'purple' })).dataset.theme).toBeUndefined();
});

it.each(['{', 'null', '7', '{"authdata":"x"}', '{"authdata":"","userModel":{"userId":7}}'])(
  'takes a broken record %s for a visitor',
  async (text) => {
    expect((await boot({ [sessionKey]: text })).dataset).toEqual({ session: 'out' });
  },
);

it('survives forbidden storage', async () => {
  expect((await boot('forbidden')).dataset).toEqual({ session: 'out' });
});
