import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite';

const forBrowsers: BuildEnvironmentOptions = {
  outDir: 'dist/client',
  target: 'es2022',
  manifest: true,
  // One stylesheet and few chunks: the document or the boot script preloads the dependencies of a page.
  cssCodeSplit: false,
  modulePreload: false,
  // The content security policy allows fonts only from our own files.
  assetsInlineLimit: 0,
  rolldownOptions: {
    input: { 'entry-client': 'src/entry-client.tsx', boot: 'src/boot.ts' },
    output: {
      codeSplitting: {
        groups: [
          {
            name: 'react',
            test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
          },
          // Few files with all their imports: gzip compresses one file better than many.
          // The page frame, and the lists that most pages show.
          {
            name: 'shell',
            test: /src[\\/](routes\.ts|entry-client\.tsx|features[\\/]((feed|cards|chains|subjects)[\\/](api\.ts|ContentList\.tsx)|auth[\\/]GoogleButton\.tsx))$|\.css$/,
          },
          // Small parts that many pages share, public and private.
          {
            name: 'common',
            test: /src[\\/](ui[\\/](EmptyState|NeedsJavaScript|Skeleton|toast-queue)|lib[\\/](TimeAgo|use-wide-screen)|features[\\/](shell[\\/]PageHead|learning[\\/](lazy-parts|time-text)|saved[\\/]SaveButton|tiles[\\/]TileSkeleton))\.tsx?$|icons[\\/](book-open|check)\.mjs$/,
          },
          // The pages of one card, chain or subject.
          {
            name: 'reading',
            test: /src[\\/]features[\\/]((reading[\\/](OpenCard|ContentHero|Steps|open-card)|learning[\\/]StartReading|cards[\\/](CardByline|card-position))\.tsx?|likes[\\/].*)$/,
          },
          {
            name: 'review',
            test: /src[\\/]features[\\/]learning[\\/](LampIcon|LearnSkeleton|ReviewCard|review-state)\.tsx?$/,
          },
          // Forms with text fields, and those that members' pages validate while typing.
          {
            name: 'forms',
            test: /src[\\/](ui[\\/](Field|PasswordInput|TextArea|TextInput)|lib[\\/](ContractForm|form-refusal))\.tsx?$/,
          },
          {
            name: 'validation',
            test: /src[\\/]lib[\\/]use-contract-form\.ts$|contract[\\/]src[\\/]users\.ts$/,
          },
          { name: 'tabs', test: /src[\\/]ui[\\/]Tabs\.tsx$/ },
          // What the pages of signed-in users share, with the query cache.
          {
            name: 'member',
            test: /node_modules[\\/]@tanstack[\\/]|src[\\/](features[\\/](shell[\\/](MemberNav|PrivateArea)|feed[\\/]LoadedContent|learning[\\/](study-view|lazy[\\/]queries)|connections[\\/]connection-state|users[\\/]lazy[\\/]people-cache)|lib[\\/](PagedList|QueryError|QueryScope|load-all-pages|query-keys)|ui[\\/](ConfirmDialog|Select|Toasts))\.tsx?$|icons[\\/](arrow-up|bell-ring|file-up|list-ordered|mail|plus|undo-2)\.mjs$/,
          },
          {
            name: 'notices',
            test: /src[\\/](features[\\/]notices[\\/]lazy[\\/](api|NoticeItem|PushOffer|use-push)|lib[\\/]push)\.tsx?$/,
          },
        ],
      },
    },
  },
};

const forTheServer: BuildEnvironmentOptions = {
  outDir: 'dist/server',
  target: 'node24',
  assetsInlineLimit: 0,
  copyPublicDir: false,
  rolldownOptions: { input: { 'entry-server': 'src/entry-server.tsx' } },
};

const preamble = '/@react-preamble';

/** React's hot reload injects an inline script; the content security policy requires a file. */
const preambleAsFile: Plugin = {
  name: 'preamble-as-file',
  apply: 'serve',
  resolveId: (id) => (id === preamble ? id : undefined),
  load: (id) => (id === preamble ? react.preambleCode.replace('__BASE__', '/') : undefined),
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(
        /<script type="module">[^<]*react-refresh[^<]*<\/script>/,
        `<script type="module" src="${preamble}"></script>`,
      ),
  },
};

/** Used by the icon library's files to create their components. */
const ownIcons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL('src/ui/create-icon.tsx', import.meta.url)),
};

/**
 * The helper of each dynamic import preloads its stylesheets and imports; with one stylesheet and without
 * module preloading it has nothing to do.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** `vite build web` builds the browser's files, `vite build web --ssr` the renderer for the server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [plainImports, react(), preambleAsFile],
  resolve: { alias: [ownIcons] },
  build: isSsrBuild ? forTheServer : forBrowsers,
  // One self-contained file with React's production build, regardless of NODE_ENV on the server.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
