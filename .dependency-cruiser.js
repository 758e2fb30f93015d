// Import rules. Each list goes from the lowest layer up: a folder may import its own layer and those before it.

const serverLayers = [
  ['config.ts', 'lib/'],
  ['db/', 'jobs/'],
  ['http/'],
  ['domains/'],
  ['deps.ts', 'app.ts', 'demo.ts', 'demo-learner.ts', 'listen.ts', 'start-line.ts'],
  ['main.ts', 'worker.ts', 'cluster.ts', 'cluster-process.ts', 'backup.ts'],
];

const webLayers = [
  ['ui/', 'lib/'],
  ['features/'],
  ['pages/'],
  ['routes.ts', 'routes.tsx'],
  ['entry-client.tsx', 'entry-server.tsx', 'document.ts', 'alternates.ts', 'boot.ts'],
];

const people = ['users/', 'auth/', 'factors/', 'connections/', 'invitations/', 'topics/', 'visibility/'];
const content = [['likes/', 'comments/'], ['collections/'], ['cards/'], ['chains/'], ['subjects/']];
const overviews = ['feed/', 'search/', 'profiles/', 'digests/', 'feedback/', 'admin/', 'account/'];

const domains = [
  ['mail/', 'media/', 'storage/', 'ai/', 'video/', 'scenes/'],
  [...people, 'notices/', 'tokens/'],
  ...content,
  ['suggestions/', 'saved/'],
  ['learning/'],
  ['remixes/'],
  ['files/'],
  ['drafts/', 'feed-files/', 'sitemap/', 'embeds/', 'share-images/', 'moderation/', ...overviews],
];

const features = [
  ['tiles/', 'session/', 'entities/'],
  ['mail/', 'media/', 'storage/', 'ai/', 'video/'],
  people,
  ['publication/', 'notices/', 'drawing/', 'moderation/'],
  ['likes/', 'comments/'],
  ['collections/', 'revisions/'],
  ['cards/'],
  ['chains/'],
  ['subjects/'],
  ['saved/', 'remix/', 'suggestions/'],
  ['learning/'],
  ['files/'],
  ['drafts/'],
  ['studio/'],
  [...overviews, 'reading/'],
  ['shell/'],
];

const tests = '\\.test\\.tsx?$|/test/|^e2e/|^bench/|^torture/|^deploy/';

/** One rule per layer: it imports nothing from a higher layer. */
function onlyDownwards(name, folder, layers) {
  const under = (parts) => `^${folder}(${parts.join('|').replaceAll('.', '\\.')})`;
  return layers.slice(0, -1).map((layer, index) => ({
    name: `${name}: ${layer.map(withoutSlash).join(', ')}`,
    comment: `Only ${layers
      .slice(0, index + 1)
      .flat()
      .map(withoutSlash)
      .join(', ')} may be imported here.`,
    severity: 'error',
    from: { path: under(layer), pathNot: tests },
    to: { path: under(layers.slice(index + 1).flat()) },
  }));
}

const withoutSlash = (part) => part.replace(/\/$/, '');

function onlyDeclared(name, folder, layers) {
  return {
    name,
    comment: `Add a new folder under ${folder} to its layer in .dependency-cruiser.js.`,
    severity: 'error',
    from: {},
    to: { path: `^${folder}[^/]+/`, pathNot: `^${folder}(${layers.flat().join('|')})` },
  };
}

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    ...onlyDownwards('server layer', 'server/src/', serverLayers),
    ...onlyDownwards('server domain', 'server/src/domains/', domains),
    ...onlyDownwards('web layer', 'web/src/', webLayers),
    ...onlyDownwards('web feature', 'web/src/features/', features),
    onlyDeclared('undeclared server domain', 'server/src/domains/', domains),
    onlyDeclared('undeclared web feature', 'web/src/features/', features),
    forbid(
      'contract imports nothing',
      'Server and web import the contract; it imports neither.',
      { path: '^contract/' },
      { path: '^(server|web|demo|e2e|scripts|bench|torture|deploy)/' },
    ),
    forbid(
      'web without server',
      'They share only the contract.',
      { path: '^web/' },
      { path: '^(server|demo)/' },
    ),
    forbid(
      'server without web',
      'The server loads the built web app and never imports its source.',
      { path: '^server/src/' },
      { path: '^web/' },
    ),
    forbid(
      'product without tests',
      'The product does not import test code.',
      { path: '^(contract|server|web|demo)/', pathNot: tests },
      { path: tests },
    ),
    forbid(
      'product without scripts',
      'Scripts run the product, not the other way round.',
      { path: '^(contract|server|web|demo)/' },
      { path: '^scripts/' },
    ),
    forbid(
      'no test tools in the product',
      'A package the product imports is a dependency, not a development dependency.',
      // Vite is a dependency of the web app; the development server uses it.
      { path: '^(contract|server|web)/src/', pathNot: [tests, '^server/src/http/development\\.ts$'] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    forbid('no cycle', 'Merge the files, or move what both need to a third.', {}, { circular: true }),
    forbid('unresolved import', 'The imported file does not exist.', {}, { couldNotResolve: true }),
  ],
  options: {
    // Needs TypeScript 6: TypeScript 7 has no JavaScript API, and no module would be found.
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
