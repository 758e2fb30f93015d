import { describe, expect, it } from 'vitest';
import { paths, videoPlayer } from './paths.ts';

describe('paths', () => {
  it('escapes what it puts into an address', () => {
    expect(paths.card('a/b c?d')).toBe('/pd/a%2Fb%20c%3Fd');
    expect(paths.search('red & blue')).toBe('/psl?q=red+%26+blue');
    expect(videoPlayer('a"b')).toContain('/embed/a%22b?');
  });

  it('leaves out an empty query', () => {
    expect(paths.search()).toBe('/psl');
    expect(paths.search('')).toBe('/psl');
    expect(paths.login()).toBe('/login');
    expect(paths.createChain()).toBe('/ccv');
    expect(paths.createChain(7)).toBe('/ccv?sub=7');
  });

  it('carries the way back through sign-in whole', () => {
    const login = paths.login('/psl?q=a&b=c#d');
    expect(new URLSearchParams(login.split('?')[1]).get('returnUrl')).toBe('/psl?q=a&b=c#d');
  });
});
