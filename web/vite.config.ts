import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite';

const forBrowsers: BuildEnvironmentOptions = {
  outDir: 'dist/client',
  target: 'es2022',
  manifest: true,
  // One style sheet and few chunks: what a page needs beyond its own file is there already, so nothing has to be
  // preloaded by script.
  cssCodeSplit: false,
  modulePreload: false,
  // The content security policy lets fonts come from our own files only.
  assetsInlineLimit: 0,
  rolldownOptions: {
    input: { 'entry-client': 'src/entry-client.tsx', boot: 'src/boot.ts' },
    output: {
      codeSplitting: {
        groups: [
          { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
          // Few files with all that they import: gzip packs one file better than many.
          // The frame around every page, and the lists that most pages show.
          {
            name: 'shell',
            test: /src[\\/](routes\.ts|entry-client\.tsx|features[\\/]((feed|cards|chains|subjects)[\\/](api\.ts|ThingList\.tsx)|auth[\\/]GoogleButton\.tsx))$/,
          },
          { name: 'likes', test: /src[\\/]features[\\/]likes[\\/]/ },
          // The pages of one chain or subject.
          { name: 'reading', test: /src[\\/]features[\\/]reading[\\/](OpenCard|ThingHero|Steps)\.tsx$/ },
          // The query cache, for those who are signed in.
          { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
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

/** Hot reload wants a few lines run first and writes them into the page; the content security policy wants a file. */
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

/** By this every file of an icon makes its component. */
const ownIcons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL('src/ui/create-icon.tsx', import.meta.url)),
};

/**
 * The helper around each dynamic import preloads its style sheets and imports; with one style sheet and without module
 * preloading there is nothing to preload.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** `vite build web` makes the browser's files, `vite build web --ssr` the renderer that the server imports. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [plainImports, react(), preambleAsFile],
  resolve: { alias: [ownIcons] },
  build: isSsrBuild ? forTheServer : forBrowsers,
  // One self-contained file with React's production build, whatever NODE_ENV the server runs with.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
