// Who may import whom. Each list goes from the ground up: a room may import rooms of its own rung and of those before it.

const serverLayers = [
  ['config.ts', 'lib/'],
  ['db/', 'jobs/'],
  ['http/'],
  ['domains/'],
  ['deps.ts', 'app.ts', 'demo.ts', 'listen.ts', 'start-line.ts'],
  ['main.ts', 'worker.ts', 'cluster.ts', 'cluster-process.ts', 'backup.ts'],
];

const webLayers = [
  ['ui/', 'lib/'],
  ['features/'],
  ['pages/'],
  ['routes.ts', 'routes.tsx'],
  ['entry-client.tsx', 'entry-server.tsx', 'document.ts', 'boot.ts'],
];

const people = ['users/', 'auth/', 'connections/', 'invitations/', 'topics/'];
const content = [['likes/', 'comments/'], ['collections/'], ['cards/'], ['chains/'], ['subjects/']];
const overviews = ['feed/', 'search/', 'profiles/', 'feedback/', 'admin/', 'account/'];

const domains = [['mail/', 'media/', 'storage/', 'ai/', 'video/'], people, ...content, overviews];

const features = [
  ['marks/', 'session/'],
  ['mail/', 'media/', 'storage/', 'ai/', 'video/'],
  people,
  ...content,
  ['studio/'],
  [...overviews, 'reading/'],
  ['shell/'],
];

const tests = '\\.test\\.tsx?$|/test/|^e2e/|^bench/|^torture/';

/** One rule per rung: nothing on it imports from a rung further up. */
function onlyDownwards(name, folder, rungs) {
  const under = (parts) => `^${folder}(${parts.join('|').replaceAll('.', '\\.')})`;
  return rungs.slice(0, -1).map((rung, index) => ({
    name: `${name}: ${rung.map(bare).join(', ')}`,
    comment: `Only ${rungs
      .slice(0, index + 1)
      .flat()
      .map(bare)
      .join(', ')} may be imported here.`,
    severity: 'error',
    from: { path: under(rung), pathNot: tests },
    to: { path: under(rungs.slice(index + 1).flat()) },
  }));
}

const bare = (part) => part.replace(/\/$/, '');

function onlyDeclared(name, folder, rungs) {
  return {
    name,
    comment: `A new room under ${folder} takes its place in the ranks of .dependency-cruiser.js first.`,
    severity: 'error',
    from: {},
    to: { path: `^${folder}[^/]+/`, pathNot: `^${folder}(${rungs.flat().join('|')})` },
  };
}

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    ...onlyDownwards('server layer', 'server/src/', serverLayers),
    ...onlyDownwards('server room', 'server/src/domains/', domains),
    ...onlyDownwards('web layer', 'web/src/', webLayers),
    ...onlyDownwards('web room', 'web/src/features/', features),
    onlyDeclared('undeclared server room', 'server/src/domains/', domains),
    onlyDeclared('undeclared web room', 'web/src/features/', features),
    forbid(
      'contract stands alone',
      'Both sides import the contract; it knows neither.',
      { path: '^contract/' },
      { path: '^(server|web|demo|e2e|scripts)/' },
    ),
    forbid(
      'web without server',
      'They meet in the contract.',
      { path: '^web/' },
      { path: '^(server|demo)/' },
    ),
    forbid(
      'server without web',
      'The server loads the built app, it never imports its source.',
      { path: '^server/src/' },
      { path: '^web/' },
    ),
    forbid(
      'product without tests',
      'What only tests need stays with the tests.',
      { path: '^(contract|server|web|demo)/', pathNot: tests },
      { path: tests },
    ),
    forbid(
      'product without scripts',
      'Scripts stand outside: they run the product.',
      { path: '^(contract|server|web|demo)/' },
      { path: '^scripts/' },
    ),
    forbid(
      'no test tools in the product',
      'A package the product imports is a dependency, not a development dependency.',
      // Vite is the web app's; the server borrows it where it serves developers.
      { path: '^(contract|server|web)/src/', pathNot: [tests, '^server/src/http/development\\.ts$'] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    forbid('no cycle', 'Two files that need each other are one file, or three.', {}, { circular: true }),
    forbid('nothing missing', 'An import must lead somewhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    // The JavaScript of TypeScript 6: with TypeScript 7, which has no JavaScript API, no module would be seen at all.
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|data|\\.cache)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
