import { domains, type Promised } from './promise.ts';

/** Hostile and invalid input. */
export const input: readonly Promised[] = [
  {
    number: '12',
    text: 'What does not fit its form is refused with a reason and changes nothing.',
    proofs: [
      {
        file: 'server/src/http/bodies.test.ts',
        test: 'is refused when it is too large or of another media type',
        broken: 'ten times the size',
      },
      {
        file: 'server/src/http/bodies.test.ts',
        test: 'is refused when its JSON is not UTF-8',
        broken: 'replacing invalid bytes, as it was',
      },
      {
        file: `${domains}/scenes/parse.test.ts`,
        test: 'of ten thousand scenes, each is refused by name or kept without a field that the schema does not know',
        broken: 'storing a scene as it was sent',
      },
      {
        file: 'contract/src/names.test.ts',
        test: '%s has names without bidi controls and with few marks',
        broken: 'names as they were typed, as it was',
      },
      {
        file: 'server/src/http/raw-requests.test.ts',
        broken: 'requests that name two hosts, which it found',
      },
      { torture: 'slow-clients', broken: 'no limits of time for headers, bodies and uploads' },
    ],
  },
  {
    number: '13',
    text: 'What users write is shown to others and never runs.',
    proofs: [
      {
        file: 'server/src/lib/rich-text.test.ts',
        test: 'keeps links that lead to the web or to a mailbox, says what they are, and drops all others',
        broken: 'links that lead anywhere',
      },
      {
        file: 'server/src/lib/rich-text.test.ts',
        test: 'costs under 20 ms for 64,000 characters of %j',
        broken: 'parsing before counting, as it was: 70 to 170 ms',
      },
      {
        file: 'server/src/http/headers.test.ts',
        test: 'with status %i forbids foreign script, framing and sniffing',
        broken: 'pictures from any https host, as it was',
      },
      {
        torture: 'xss',
        broken: 'rich text as it came; a handler that no filter named; links that run a script',
      },
      { torture: 'mutation', broken: 'every change it makes is one; what no test notices is listed' },
    ],
  },
  {
    number: '14',
    text: 'Pictures are taken for what their bytes are, within limits, and lose what the camera knew.',
    proofs: [
      {
        file: `${domains}/media/picture.test.ts`,
        test: 'is the first frame of a moving picture',
        broken: 'decoding all frames',
      },
      {
        file: `${domains}/media/picture.test.ts`,
        test: 'meet a whole TIFF (%s)',
        broken: 'decoding TIFF, as it was',
      },
      {
        torture: 'hostile-files',
        broken:
          'no limit to how many pixels; keeping what the camera knew; letting drawings through to the decoder',
      },
    ],
  },
  {
    number: '15',
    text: 'The server asks only hosts it was told of, follows no redirect, and limits how much and how long it reads.',
    proofs: [
      {
        file: 'server/src/lib/outbound.test.ts',
        test: 'follows nobody elsewhere',
        broken: 'following redirects',
      },
      {
        file: 'server/src/lib/outbound.test.ts',
        test: 'reads no more than it wants (%s)',
        broken: 'reading to the end',
      },
      {
        file: `${domains}/auth/social-photo.test.ts`,
        test: 'is not asked for at %s',
        broken: 'copying from any host that a provider names',
      },
    ],
  },
  {
    number: '16',
    text: 'No text becomes part of a statement, and no pattern takes more than linear time.',
    proofs: [
      {
        file: `${domains}/users/people-search.test.ts`,
        test: 'takes wildcards and other signs for what they are',
        broken: 'putting what was typed between wildcards',
      },
      {
        file: 'scripts/lib/expressions.test.js',
        broken: 'planted ones, and six of our own that it found',
      },
    ],
  },
  {
    number: '17',
    text: 'Nothing that can be sent makes the server fail, or answer what its own description does not know.',
    proofs: [
      {
        file: 'server/src/fuzz.test.ts',
        broken: 'forms that were cut short and ids sent as text, both of which it found',
      },
      { torture: 'fuzz', broken: 'the same' },
    ],
  },
];
