import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VideoUrl, youtubeVideoId } from './video.ts';

const id = fc.string({
  unit: fc.constantFrom(...'ABCXYZabcxyz0189_-'),
  minLength: 11,
  maxLength: 11,
});

test('a video is known by every form of its address', () => {
  fc.assert(
    fc.property(id, (video) => {
      for (const address of [
        video,
        ` https://www.youtube.com/watch?v=${video} `,
        `https://www.youtube.com/watch?list=PL1&v=${video}&t=42s`,
        `http://youtube.com/watch?v=${video}#t=1`,
        `m.youtube.com/watch?v=${video}`,
        `https://music.youtube.com/watch?v=${video}`,
        `https://youtu.be/${video}?si=abc`,
        `https://www.youtube.com/embed/${video}?start=3`,
        `https://www.youtube-nocookie.com/embed/${video}`,
        `https://www.youtube.com/shorts/${video}`,
        `https://www.youtube.com/live/${video}?feature=share`,
      ]) {
        expect([address, youtubeVideoId(address)]).toEqual([address, video]);
      }
    }),
    { numRuns: 50 },
  );
});

test('other addresses are no video', () => {
  for (const address of [
    '',
    '\u200B',
    'dQw4w9WgXc',
    'dQw4w9WgXcQQ',
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ',
    'https://evil.org/https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQQ',
    'https://www.youtube.com/watch?vv=dQw4w9WgXcQ',
    'https://www.youtube.com/@channel',
    'javascript:alert(1)',
  ]) {
    expect([address, youtubeVideoId(address)]).toEqual([address, undefined]);
    expect(VideoUrl.safeParse(address).error?.issues.map(({ message }) => message)).toEqual([
      'Please enter a valid YouTube URL',
    ]);
  }
});
