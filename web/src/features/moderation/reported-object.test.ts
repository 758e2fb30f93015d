import { describe, expect, it } from 'vitest';
import { objectAt } from './reported-object.ts';

describe('the address of something to report', () => {
  it.each([
    ['/ch/12', { kind: 'chapter', id: 12 }],
    ['https://gyan.example/sub/3?card=x', { kind: 'subject', id: 3 }],
    [' /up/5 ', { kind: 'user', id: 5 }],
    ['/pd/12-orion', { kind: 'post', urlText: '12-orion' }],
    ['/pd/7', { kind: 'post', id: 7 }],
    ['/pd/12-orion#comment-9', { kind: 'comment', id: 9 }],
  ])('%s names an object', (address, object) => {
    expect(objectAt(address)).toEqual(object);
  });

  it.each(['', '/', '/tgp', '/ch/x', '/ch/0', '/pd/%', 'not an address'])('%s names nothing', (address) => {
    expect(objectAt(address)).toBeUndefined();
  });
});
