import { describe, expect, it } from 'vitest';
import { safeReturnUrl } from './return-url.ts';

describe('safeReturnUrl', () => {
  it.each([
    ['/pd/sky', '/pd/sky'],
    ['/psl?q=sky#top', '/psl?q=sky#top'],
    ['/', '/'],
    ['/a/../b', '/b'],
  ])('keeps %s', (wanted, expected) => {
    expect(safeReturnUrl(wanted)).toBe(expected);
  });

  it.each([
    null,
    undefined,
    '',
    'feed',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    '/login',
    '/login?returnUrl=/x',
    '/register',
    '/ve',
    '/rp?rpt=secret',
    '/rpr',
  ])('sends %s to the feed', (wanted) => {
    expect(safeReturnUrl(wanted)).toBe('/feed');
  });
});
