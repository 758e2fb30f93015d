import { describe, expect, it } from 'vitest';
import { linkAddress } from './link-address.ts';

describe('a link', () => {
  it.each([
    ['https://gyan.example/a?b=c', 'https://gyan.example/a?b=c'],
    [' gyan.example ', 'https://gyan.example'],
    ['gyan.example:8080/x', 'https://gyan.example:8080/x'],
    ['//gyan.example/x', 'https://gyan.example/x'],
    ['asha@gyan.example', 'mailto:asha@gyan.example'],
    ['mailto:asha@gyan.example', 'mailto:asha@gyan.example'],
  ])('typed as %s leads to %s', (typed, address) => expect(linkAddress(typed)).toBe(address));

  it.each([
    '',
    'two words',
    'light',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc',
  ])('does not lead to %s', (typed) => expect(linkAddress(typed)).toBeUndefined());
});
