import { type Context, Hono } from 'hono';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Turnlog: GraphiQL</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/graphiql/style.css" />
    <script src="/graphiql/graphiql.js" defer></script>
    <script src="/graphiql/start.js" defer></script>
  </head>
  <body class="no-focus-outline">
    <div id="root"></div>
  </body>
</html>
`;

const start = `self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => '/graphiql/' + label + '.worker.js' };
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  endpoint: '/graphql', credentials: 'same-origin', subscriptionsProtocol: 'WS', title: 'Turnlog: GraphiQL',
});
`;

const SCRIPT = 'text/javascript; charset=utf-8';

/** The package is large: it is read when somebody first asks. */
const readFiles = async (): Promise<Readonly<Record<string, readonly [body: string, type: string]>>> => {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  );
  return {
    'style.css': [css, 'text/css; charset=utf-8'],
    'graphiql.js': [js, SCRIPT],
    'start.js': [start, SCRIPT],
    'editorWorkerService.worker.js': [editorWorkerService, SCRIPT],
    'graphql.worker.js': [graphqlWorker, SCRIPT],
    'json.worker.js': [jsonWorker, SCRIPT],
  };
};

/** `/graphiql`: the page and its parts as files of ours, so that the policy for scripts stays as it is. */
export const graphiqlRoutes = () => {
  let files: ReturnType<typeof readFiles> | undefined;
  return new Hono()
    .get('/graphiql', (c: Context) => c.html(page))
    .get('/graphiql/:file', async (c) => {
      files ??= readFiles();
      const file = (await files)[c.req.param('file')];
      if (!file) return c.notFound();
      const [body, type] = file;
      return c.body(body, 200, { 'content-type': type, 'cache-control': 'no-cache' });
    });
};
